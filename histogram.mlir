module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
  llvm.mlir.global internal @_ZZ5countPKjPjiE6counts.device() {addr_space = 0 : i32, alignment = 16 : i64, dso_local, heddle.shared} : !llvm.array<256 x i32> {
    %0 = llvm.mlir.undef : !llvm.array<256 x i32>
    llvm.return %0 : !llvm.array<256 x i32>
  }
  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
  llvm.func @_Z5countPKjPji.device.grid(%arg0: !llvm.ptr, %arg1: !llvm.ptr {llvm.noundef}, %arg2: !llvm.ptr {llvm.noundef}, %arg3: i32 {llvm.noundef}) attributes {convergent, dso_local, heddle.shared_bytes = 1024 : i64, no_unwind} {
    %c255 = arith.constant 255 : index
    %c2147483647 = arith.constant 2147483647 : index
    %c8388607 = arith.constant 8388607 : index
    %c256 = arith.constant 256 : index
    %c24_i32 = arith.constant 24 : i32
    %c16_i32 = arith.constant 16 : i32
    %c8_i32 = arith.constant 8 : i32
    %c255_i32 = arith.constant 255 : i32
    %c256_i32 = arith.constant 256 : i32
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %0 = llvm.load %arg0 : !llvm.ptr -> i32
    %1 = arith.index_castui %0 : i32 to index
    %2 = llvm.getelementptr inbounds %arg0[1] : (!llvm.ptr) -> !llvm.ptr, i32
    %3 = llvm.load %2 : !llvm.ptr -> i32
    %4 = arith.index_castui %3 : i32 to index
    %5 = llvm.getelementptr inbounds %arg0[2] : (!llvm.ptr) -> !llvm.ptr, i32
    %6 = llvm.load %5 : !llvm.ptr -> i32
    %7 = arith.index_castui %6 : i32 to index
    %8 = llvm.getelementptr inbounds %arg0[3] : (!llvm.ptr) -> !llvm.ptr, i32
    %9 = llvm.load %8 : !llvm.ptr -> i32
    %10 = arith.index_castui %9 : i32 to index
    %11 = llvm.getelementptr inbounds %arg0[4] : (!llvm.ptr) -> !llvm.ptr, i32
    %12 = llvm.load %11 : !llvm.ptr -> i32
    %13 = arith.index_castui %12 : i32 to index
    %14 = llvm.getelementptr inbounds %arg0[5] : (!llvm.ptr) -> !llvm.ptr, i32
    %15 = llvm.load %14 : !llvm.ptr -> i32
    %16 = arith.index_castui %15 : i32 to index
    %17 = arith.cmpi eq, %10, %c256 : index
    %18 = arith.cmpi ule, %1, %c8388607 : index
    %19 = arith.andi %17, %18 : i1
    %20 = arith.cmpi eq, %13, %c1 : index
    %21 = arith.andi %19, %20 : i1
    %22 = arith.cmpi ule, %4, %c2147483647 : index
    %23 = arith.andi %21, %22 : i1
    %24 = arith.cmpi eq, %16, %c1 : index
    %25 = arith.andi %23, %24 : i1
    %26 = arith.cmpi ule, %7, %c2147483647 : index
    %27 = arith.andi %25, %26 : i1
    %28 = arith.subi %1, %c1 : index
    %29 = arith.muli %28, %c256 : index
    %30 = arith.addi %29, %c255 : index
    %31 = arith.cmpi sle, %30, %c2147483647 : index
    %32 = arith.andi %27, %31 : i1
    %33 = arith.muli %0, %c256_i32 : i32
    %34 = arith.index_cast %33 : i32 to index
    %35 = arith.index_cast %arg3 : i32 to index
    %36 = arith.cmpi sgt, %34, %c0 : index
    %37 = arith.andi %32, %36 : i1
    %38 = arith.addi %34, %35 : index
    %39 = arith.cmpi sle, %38, %c2147483647 : index
    %40 = arith.andi %37, %39 : i1
    %41 = arith.andi %40, %31 : i1
    scf.if %41 {
      %42 = par.view %arg1 : !llvm.ptr -> memref<?xi32>
      scf.parallel (%arg4, %arg5, %arg6) = (%c0, %c0, %c0) to (%7, %4, %1) step (%c1, %c1, %c1) {
        %alloca = memref.alloca() {alignment = 64 : i64} : memref<256xi32>
        %43 = par.pointer %alloca : memref<256xi32> -> !llvm.ptr
        %44 = arith.muli %arg6, %c256 overflow<nsw> : index
        scf.parallel (%arg7, %arg8, %arg9) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
          %45 = arith.index_castui %arg9 : index to i32
          memref.store %c0_i32, %alloca[%arg9] {par.alignment = 4 : i64} : memref<256xi32>
          par.barrier(%arg7, %arg8, %arg9)
          %46 = arith.addi %44, %arg9 overflow<nsw> : index
          %47 = arith.addi %44, %c255 overflow<nsw> : index
          %48 = arith.subi %35, %47 : index
          %49 = arith.maxsi %48, %c0 : index
          %50 = arith.maxsi %34, %c1 : index
          %51 = arith.subi %50, %c1 : index
          %52 = arith.addi %49, %51 : index
          %53 = arith.divui %52, %50 : index
          scf.for %arg10 = %c0 to %53 step %c1 {
            %61 = arith.muli %arg10, %34 overflow<nsw> : index
            %62 = arith.addi %46, %61 overflow<nsw> : index
            %63 = memref.load %42[%62] {par.alignment = 4 : i64} : memref<?xi32>
            %64 = arith.andi %63, %c255_i32 : i32
            %65 = arith.extui %64 : i32 to i64
            %66 = llvm.getelementptr inbounds|nuw %43[0, %65] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %67 = llvm.atomicrmw add %66, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %68 = arith.shrui %63, %c8_i32 : i32
            %69 = arith.andi %68, %c255_i32 : i32
            %70 = arith.extui %69 : i32 to i64
            %71 = llvm.getelementptr inbounds|nuw %43[0, %70] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %72 = llvm.atomicrmw add %71, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %73 = arith.shrui %63, %c16_i32 : i32
            %74 = arith.andi %73, %c255_i32 : i32
            %75 = arith.extui %74 : i32 to i64
            %76 = llvm.getelementptr inbounds|nuw %43[0, %75] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %77 = llvm.atomicrmw add %76, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %78 = arith.shrui %63, %c24_i32 : i32
            %79 = arith.extui %78 : i32 to i64
            %80 = llvm.getelementptr inbounds|nuw %43[0, %79] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %81 = llvm.atomicrmw add %80, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
          }
          %54 = arith.muli %53, %34 overflow<nsw> : index
          %55 = arith.addi %46, %54 overflow<nsw> : index
          %56 = arith.index_cast %55 : index to i32
          scf.for %arg10 = %56 to %arg3 step %33  : i32 {
            %61 = arith.index_cast %arg10 : i32 to index
            %62 = memref.load %42[%61] {par.alignment = 4 : i64} : memref<?xi32>
            %63 = arith.andi %62, %c255_i32 : i32
            %64 = arith.extui %63 : i32 to i64
            %65 = llvm.getelementptr inbounds|nuw %43[0, %64] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %66 = llvm.atomicrmw add %65, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %67 = arith.shrui %62, %c8_i32 : i32
            %68 = arith.andi %67, %c255_i32 : i32
            %69 = arith.extui %68 : i32 to i64
            %70 = llvm.getelementptr inbounds|nuw %43[0, %69] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %71 = llvm.atomicrmw add %70, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %72 = arith.shrui %62, %c16_i32 : i32
            %73 = arith.andi %72, %c255_i32 : i32
            %74 = arith.extui %73 : i32 to i64
            %75 = llvm.getelementptr inbounds|nuw %43[0, %74] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %76 = llvm.atomicrmw add %75, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %77 = arith.shrui %62, %c24_i32 : i32
            %78 = arith.extui %77 : i32 to i64
            %79 = llvm.getelementptr inbounds|nuw %43[0, %78] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %80 = llvm.atomicrmw add %79, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
          }
          par.barrier(%arg7, %arg8, %arg9)
          %57 = arith.extsi %45 : i32 to i64
          %58 = llvm.getelementptr inbounds %arg2[%57] : (!llvm.ptr, i64) -> !llvm.ptr, i32
          %59 = memref.load %alloca[%arg9] {par.alignment = 4 : i64} : memref<256xi32>
          %60 = llvm.atomicrmw add %58, %59 monotonic {alignment = 4 : i64} : !llvm.ptr, i32
          scf.reduce 
        } {par.block}
        scf.reduce 
      } {par.grid, par.shape = "256x1x1"}
    } else {
      %42 = par.view %arg1 : !llvm.ptr -> memref<?xi32>
      %43 = arith.muli %9, %0 : i32
      scf.parallel (%arg4, %arg5, %arg6) = (%c0, %c0, %c0) to (%7, %4, %1) step (%c1, %c1, %c1) {
        %alloca = memref.alloca() {alignment = 64 : i64} : memref<256xi32>
        %44 = par.pointer %alloca : memref<256xi32> -> !llvm.ptr
        %45 = arith.index_castui %arg6 : index to i32
        %46 = arith.muli %45, %9 : i32
        scf.parallel (%arg7, %arg8, %arg9) = (%c0, %c0, %c0) to (%16, %13, %10) step (%c1, %c1, %c1) {
          %47 = arith.index_castui %arg9 : index to i32
          %48 = scf.while (%arg10 = %47) : (i32) -> i32 {
            %64 = arith.cmpi slt, %arg10, %c256_i32 : i32
            scf.condition(%64) %arg10 : i32
          } do {
          ^bb0(%arg10: i32):
            %64 = arith.index_cast %arg10 : i32 to index
            memref.store %c0_i32, %alloca[%64] {par.alignment = 4 : i64} : memref<256xi32>
            %65 = arith.addi %arg10, %9 : i32
            scf.yield %65 : i32
          }
          par.barrier(%arg7, %arg8, %arg9)
          %49 = arith.addi %46, %47 : i32
          %50 = scf.while (%arg10 = %49) : (i32) -> i32 {
            %64 = arith.cmpi slt, %arg10, %arg3 : i32
            scf.condition(%64) %arg10 : i32
          } do {
          ^bb0(%arg10: i32):
            %64 = arith.index_cast %arg10 : i32 to index
            %65 = memref.load %42[%64] {par.alignment = 4 : i64} : memref<?xi32>
            %66 = arith.andi %65, %c255_i32 : i32
            %67 = arith.extui %66 : i32 to i64
            %68 = llvm.getelementptr inbounds|nuw %44[0, %67] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %69 = llvm.atomicrmw add %68, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %70 = arith.shrui %65, %c8_i32 : i32
            %71 = arith.andi %70, %c255_i32 : i32
            %72 = arith.extui %71 : i32 to i64
            %73 = llvm.getelementptr inbounds|nuw %44[0, %72] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %74 = llvm.atomicrmw add %73, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %75 = arith.shrui %65, %c16_i32 : i32
            %76 = arith.andi %75, %c255_i32 : i32
            %77 = arith.extui %76 : i32 to i64
            %78 = llvm.getelementptr inbounds|nuw %44[0, %77] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %79 = llvm.atomicrmw add %78, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %80 = arith.shrui %65, %c24_i32 : i32
            %81 = arith.extui %80 : i32 to i64
            %82 = llvm.getelementptr inbounds|nuw %44[0, %81] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %83 = llvm.atomicrmw add %82, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %84 = arith.addi %arg10, %43 : i32
            scf.yield %84 : i32
          }
          par.barrier(%arg7, %arg8, %arg9)
          %51 = arith.subi %10, %c1 : index
          %52 = arith.index_castui %51 : index to i32
          %53 = arith.index_cast %52 : i32 to index
          %54 = arith.index_cast %9 : i32 to index
          %55 = arith.subi %c256, %53 : index
          %56 = arith.maxsi %55, %c0 : index
          %57 = arith.maxsi %54, %c1 : index
          %58 = arith.subi %57, %c1 : index
          %59 = arith.addi %56, %58 : index
          %60 = arith.divui %59, %57 : index
          scf.for %arg10 = %c0 to %60 step %c1 {
            %64 = arith.muli %arg10, %54 overflow<nsw> : index
            %65 = arith.addi %arg9, %64 overflow<nsw> : index
            %66 = arith.index_cast %65 : index to i32
            %67 = arith.extsi %66 : i32 to i64
            %68 = llvm.getelementptr inbounds %arg2[%67] : (!llvm.ptr, i64) -> !llvm.ptr, i32
            %69 = memref.load %alloca[%65] {par.alignment = 4 : i64} : memref<256xi32>
            %70 = llvm.atomicrmw add %68, %69 monotonic {alignment = 4 : i64} : !llvm.ptr, i32
          }
          %61 = arith.muli %60, %54 overflow<nsw> : index
          %62 = arith.addi %arg9, %61 overflow<nsw> : index
          %63 = arith.index_cast %62 : index to i32
          scf.for %arg10 = %63 to %c256_i32 step %9  : i32 {
            %64 = arith.extsi %arg10 : i32 to i64
            %65 = llvm.getelementptr inbounds %arg2[%64] : (!llvm.ptr, i64) -> !llvm.ptr, i32
            %66 = arith.index_cast %arg10 : i32 to index
            %67 = memref.load %alloca[%66] {par.alignment = 4 : i64} : memref<256xi32>
            %68 = llvm.atomicrmw add %65, %67 monotonic {alignment = 4 : i64} : !llvm.ptr, i32
          }
          scf.reduce 
        } {par.block}
        scf.reduce 
      } {par.fallback, par.grid}
    }
    llvm.return
  }
  llvm.func @__heddle_tid_x() -> i32 attributes {convergent, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return}
  llvm.func @__heddle_ntid_x() -> i32 attributes {convergent, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return}
  llvm.func @__heddle_ctaid_x() -> i32 attributes {convergent, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return}
  llvm.func @__heddle_nctaid_x() -> i32 attributes {convergent, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return}
  llvm.func @__heddle_barrier() attributes {convergent, no_unwind}
}
