// RUN: %heddle-opt --print-shapes="lanes=4 assume=true" -verify-diagnostics %s -o /dev/null

// What is not proved is named, for a check at run time.
func.func @assumed(%p: !llvm.ptr, %n: index, %first: i32) {
  %a = par.view %p : !llvm.ptr -> memref<?xf32>
  par.for block %s (%x) in (%n) race_free bound [1024] {
    %t = arith.index_castui %x : index to i32
    // Proved.
    %0 = arith.index_castui %t : i32 to index
    // expected-remark @below {{load: linear 4}}
    %1 = memref.load %a[%0] : memref<?xf32>
    %2 = arith.addi %first, %t : i32
    // expected-remark @below {{assumed: no unsigned wrap}}
    %3 = arith.index_castui %2 : i32 to index
    // expected-remark @below {{load: linear 4}}
    %4 = memref.load %a[%3] : memref<?xf32>
    // expected-remark @below {{assumed: no signed wrap}}
    %5 = llvm.getelementptr %p[%2] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    // expected-remark @below {{load: linear 4}}
    %6 = llvm.load %5 : !llvm.ptr -> f32
    // What is not known at all cannot be checked.
    %7 = arith.fptoui %6 : f32 to i32
    %8 = arith.index_castui %7 : i32 to index
    // expected-remark @below {{load: varying}}
    %9 = memref.load %a[%8] : memref<?xf32>
  }
  return
}
