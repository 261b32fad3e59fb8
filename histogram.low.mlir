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
          memref.store %c0_i32, %alloca[%arg9] {par.alignment = 4 : i64} : memref<256xi32>
          scf.reduce 
        } {par.block}
        scf.parallel (%arg7, %arg8, %arg9) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
          %45 = arith.addi %44, %arg9 overflow<nsw> : index
          %46 = arith.addi %44, %c255 overflow<nsw> : index
          %47 = arith.subi %35, %46 : index
          %48 = arith.maxsi %47, %c0 : index
          %49 = arith.maxsi %34, %c1 : index
          %50 = arith.subi %49, %c1 : index
          %51 = arith.addi %48, %50 : index
          %52 = arith.divui %51, %49 : index
          scf.for %arg10 = %c0 to %52 step %c1 {
            %56 = arith.muli %arg10, %34 overflow<nsw> : index
            %57 = arith.addi %45, %56 overflow<nsw> : index
            %58 = memref.load %42[%57] {par.alignment = 4 : i64} : memref<?xi32>
            %59 = arith.andi %58, %c255_i32 : i32
            %60 = arith.extui %59 : i32 to i64
            %61 = llvm.getelementptr inbounds|nuw %43[0, %60] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %62 = llvm.atomicrmw add %61, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %63 = arith.shrui %58, %c8_i32 : i32
            %64 = arith.andi %63, %c255_i32 : i32
            %65 = arith.extui %64 : i32 to i64
            %66 = llvm.getelementptr inbounds|nuw %43[0, %65] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %67 = llvm.atomicrmw add %66, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %68 = arith.shrui %58, %c16_i32 : i32
            %69 = arith.andi %68, %c255_i32 : i32
            %70 = arith.extui %69 : i32 to i64
            %71 = llvm.getelementptr inbounds|nuw %43[0, %70] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %72 = llvm.atomicrmw add %71, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %73 = arith.shrui %58, %c24_i32 : i32
            %74 = arith.extui %73 : i32 to i64
            %75 = llvm.getelementptr inbounds|nuw %43[0, %74] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %76 = llvm.atomicrmw add %75, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
          }
          %53 = arith.muli %52, %34 overflow<nsw> : index
          %54 = arith.addi %45, %53 overflow<nsw> : index
          %55 = arith.index_cast %54 : index to i32
          scf.for %arg10 = %55 to %arg3 step %33  : i32 {
            %56 = arith.index_cast %arg10 : i32 to index
            %57 = memref.load %42[%56] {par.alignment = 4 : i64} : memref<?xi32>
            %58 = arith.andi %57, %c255_i32 : i32
            %59 = arith.extui %58 : i32 to i64
            %60 = llvm.getelementptr inbounds|nuw %43[0, %59] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %61 = llvm.atomicrmw add %60, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %62 = arith.shrui %57, %c8_i32 : i32
            %63 = arith.andi %62, %c255_i32 : i32
            %64 = arith.extui %63 : i32 to i64
            %65 = llvm.getelementptr inbounds|nuw %43[0, %64] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %66 = llvm.atomicrmw add %65, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %67 = arith.shrui %57, %c16_i32 : i32
            %68 = arith.andi %67, %c255_i32 : i32
            %69 = arith.extui %68 : i32 to i64
            %70 = llvm.getelementptr inbounds|nuw %43[0, %69] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %71 = llvm.atomicrmw add %70, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %72 = arith.shrui %57, %c24_i32 : i32
            %73 = arith.extui %72 : i32 to i64
            %74 = llvm.getelementptr inbounds|nuw %43[0, %73] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %75 = llvm.atomicrmw add %74, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
          }
          scf.reduce 
        } {par.block}
        scf.parallel (%arg7, %arg8, %arg9) = (%c0, %c0, %c0) to (%c1, %c1, %c256) step (%c1, %c1, %c1) {
          %45 = arith.index_castui %arg9 : index to i32
          %46 = arith.extsi %45 : i32 to i64
          %47 = llvm.getelementptr inbounds %arg2[%46] : (!llvm.ptr, i64) -> !llvm.ptr, i32
          %48 = memref.load %alloca[%arg9] {par.alignment = 4 : i64} : memref<256xi32>
          %49 = llvm.atomicrmw add %47, %48 monotonic {alignment = 4 : i64} : !llvm.ptr, i32
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
            %49 = arith.cmpi slt, %arg10, %c256_i32 : i32
            scf.condition(%49) %arg10 : i32
          } do {
          ^bb0(%arg10: i32):
            %49 = arith.index_cast %arg10 : i32 to index
            memref.store %c0_i32, %alloca[%49] {par.alignment = 4 : i64} : memref<256xi32>
            %50 = arith.addi %arg10, %9 : i32
            scf.yield %50 : i32
          }
          scf.reduce 
        } {par.block}
        scf.parallel (%arg7, %arg8, %arg9) = (%c0, %c0, %c0) to (%16, %13, %10) step (%c1, %c1, %c1) {
          %47 = arith.index_castui %arg9 : index to i32
          %48 = arith.addi %46, %47 : i32
          %49 = scf.while (%arg10 = %48) : (i32) -> i32 {
            %50 = arith.cmpi slt, %arg10, %arg3 : i32
            scf.condition(%50) %arg10 : i32
          } do {
          ^bb0(%arg10: i32):
            %50 = arith.index_cast %arg10 : i32 to index
            %51 = memref.load %42[%50] {par.alignment = 4 : i64} : memref<?xi32>
            %52 = arith.andi %51, %c255_i32 : i32
            %53 = arith.extui %52 : i32 to i64
            %54 = llvm.getelementptr inbounds|nuw %44[0, %53] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %55 = llvm.atomicrmw add %54, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %56 = arith.shrui %51, %c8_i32 : i32
            %57 = arith.andi %56, %c255_i32 : i32
            %58 = arith.extui %57 : i32 to i64
            %59 = llvm.getelementptr inbounds|nuw %44[0, %58] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %60 = llvm.atomicrmw add %59, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %61 = arith.shrui %51, %c16_i32 : i32
            %62 = arith.andi %61, %c255_i32 : i32
            %63 = arith.extui %62 : i32 to i64
            %64 = llvm.getelementptr inbounds|nuw %44[0, %63] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %65 = llvm.atomicrmw add %64, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %66 = arith.shrui %51, %c24_i32 : i32
            %67 = arith.extui %66 : i32 to i64
            %68 = llvm.getelementptr inbounds|nuw %44[0, %67] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<256 x i32>
            %69 = llvm.atomicrmw add %68, %c1_i32 syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
            %70 = arith.addi %arg10, %43 : i32
            scf.yield %70 : i32
          }
          scf.reduce 
        } {par.block}
        scf.parallel (%arg7, %arg8, %arg9) = (%c0, %c0, %c0) to (%16, %13, %10) step (%c1, %c1, %c1) {
          %47 = arith.subi %10, %c1 : index
          %48 = arith.index_castui %47 : index to i32
          %49 = arith.index_cast %48 : i32 to index
          %50 = arith.index_cast %9 : i32 to index
          %51 = arith.subi %c256, %49 : index
          %52 = arith.maxsi %51, %c0 : index
          %53 = arith.maxsi %50, %c1 : index
          %54 = arith.subi %53, %c1 : index
          %55 = arith.addi %52, %54 : index
          %56 = arith.divui %55, %53 : index
          scf.for %arg10 = %c0 to %56 step %c1 {
            %60 = arith.muli %arg10, %50 overflow<nsw> : index
            %61 = arith.addi %arg9, %60 overflow<nsw> : index
            %62 = arith.index_cast %61 : index to i32
            %63 = arith.extsi %62 : i32 to i64
            %64 = llvm.getelementptr inbounds %arg2[%63] : (!llvm.ptr, i64) -> !llvm.ptr, i32
            %65 = memref.load %alloca[%61] {par.alignment = 4 : i64} : memref<256xi32>
            %66 = llvm.atomicrmw add %64, %65 monotonic {alignment = 4 : i64} : !llvm.ptr, i32
          }
          %57 = arith.muli %56, %50 overflow<nsw> : index
          %58 = arith.addi %arg9, %57 overflow<nsw> : index
          %59 = arith.index_cast %58 : index to i32
          scf.for %arg10 = %59 to %c256_i32 step %9  : i32 {
            %60 = arith.extsi %arg10 : i32 to i64
            %61 = llvm.getelementptr inbounds %arg2[%60] : (!llvm.ptr, i64) -> !llvm.ptr, i32
            %62 = arith.index_cast %arg10 : i32 to index
            %63 = memref.load %alloca[%62] {par.alignment = 4 : i64} : memref<256xi32>
            %64 = llvm.atomicrmw add %61, %63 monotonic {alignment = 4 : i64} : !llvm.ptr, i32
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


