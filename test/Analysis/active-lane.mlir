// RUN: %heddle-opt --print-shapes="lanes=4 values=true" -verify-diagnostics %s -o /dev/null

// Lane 0 may have wrapped where the others have not: a base is from a lane that
// runs, if not all do.
func.func @wrapped(%n: index, %first: i32) {
  par.for block %s (%x) in (%n) race_free bound [1024] {
    // expected-remark @below {{result: linear 1 aligned 4}}
    %t = arith.index_castui %x : index to i32
    // From 0 upwards, lane 0 is the first not to wrap.
    // expected-remark @below {{result: linear 1}}
    %0 = arith.addi %first, %t overflow<nsw> : i32
    // expected-remark-re @below {{result: linear 1{{$}}}}
    %1 = arith.extsi %0 : i32 to i64
    // expected-remark @below {{result: linear 1}}
    %2 = arith.addi %0, %first overflow<nsw> : i32
    // expected-remark @below {{result: linear 1 from an active lane}}
    %3 = arith.extsi %2 : i32 to i64
  }
  return
}
