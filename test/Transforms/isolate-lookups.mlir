// RUN: %heddle-opt --isolate-lookups %s | FileCheck %s

// A byte of an image, at a place of 32 bits that both ways of a condition load
// from. What is computed before and used after is kept, or computed again.
// CHECK-LABEL: func.func @pixels
// CHECK-DAG: %[[KEPT:.*]] = memref.alloca() {alignment = 64 : i64} : memref<256xf32>
// CHECK-DAG: %[[FOUND:.*]] = memref.alloca() {alignment = 64 : i64} : memref<256xi8>
// CHECK-DAG: %[[PLACES:.*]] = memref.alloca() {alignment = 64 : i64} : memref<256xi32>
// CHECK: scf.parallel (%[[T:.*]]) = (%c0) to (%c256)
// CHECK: %[[I:.*]] = arith.select {{.*}} : index
// CHECK: %[[N:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK: memref.store %[[N]], %[[PLACES]][%[[T]]]
// CHECK: memref.store %{{.*}}, %[[KEPT]][%[[T]]]
// CHECK: } {par.block}
// CHECK: scf.parallel (%[[U:.*]]) = (%c0) to (%c256)
// CHECK-NEXT: %[[P:.*]] = memref.load %[[PLACES]][%[[U]]]
// CHECK-NEXT: %[[W:.*]] = arith.index_cast %[[P]] : i32 to index
// CHECK-NEXT: %[[B:.*]] = memref.load %arg0[%[[W]]] : memref<?xi8>
// CHECK-NEXT: memref.store %[[B]], %[[FOUND]][%[[U]]]
// CHECK: } {par.block, par.scattered}
// CHECK: scf.parallel (%[[V:.*]]) = (%c0) to (%c256)
// CHECK-DAG: memref.load %[[FOUND]][%[[V]]]
// CHECK-DAG: memref.load %[[KEPT]][%[[V]]]
// CHECK-DAG: arith.addi %[[V]], %arg3
// CHECK: memref.store
// CHECK: } {par.block}
func.func @pixels(%image: memref<?xi8>, %xs: memref<?xf32>, %out: memref<?xf32>,
                  %first: index, %blocks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c128 = arith.constant 128 : index
  %c0_i32 = arith.constant 0 : i32
  %c127_i32 = arith.constant 127 : i32
  %half = arith.constant 0.5 : f32
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %own = arith.addi %t, %first overflow<nsw> : index
      %x = memref.load %xs[%own] : memref<?xf32>
      %scaled = arith.mulf %x, %half : f32
      %place = arith.fptosi %scaled : f32 to i32
      %isLeft = arith.cmpi slt, %place, %c0_i32 : i32
      %isRight = arith.cmpi sgt, %place, %c127_i32 : i32
      %right = arith.select %isRight, %c127_i32, %place : i32
      %byte = scf.if %isLeft -> (i8) {
        %l = memref.load %image[%c128] : memref<?xi8>
        scf.yield %l : i8
      } else {
        %i = arith.index_cast %right : i32 to index
        %j = arith.muli %i, %c128 overflow<nsw> : index
        %l = memref.load %image[%j] : memref<?xi8>
        scf.yield %l : i8
      }
      %value = arith.uitofp %byte : i8 to f32
      %a = arith.mulf %value, %value : f32
      %c = arith.addf %a, %half : f32
      %d = arith.mulf %c, %scaled : f32
      memref.store %d, %out[%own] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}

// Not if the place may need more bits; not words, which can be gathered; not
// neighbours; and not what does little else.
// CHECK-LABEL: func.func @not
// CHECK-NOT: par.scattered
// CHECK: return
func.func @not(%image: memref<?xi8>, %words: memref<?xi32>, %xs: memref<?xi32>,
               %out: memref<?xf32>, %pitch: index, %blocks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %half = arith.constant 0.5 : f32
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %x = memref.load %xs[%t] : memref<?xi32>
      %square = arith.muli %x, %x : i32
      %sum = arith.addi %square, %x : i32
      %more = arith.addi %sum, %square : i32
      %i = arith.index_cast %more : i32 to index
      %word = memref.load %words[%i] : memref<?xi32>
      %k = arith.addi %t, %pitch overflow<nsw> : index
      %near = memref.load %image[%k] : memref<?xi8>
      %j = arith.muli %i, %pitch overflow<nsw> : index
      %far = memref.load %image[%j] : memref<?xi8>
      %fars = arith.extui %far : i8 to i32
      %nears = arith.extui %near : i8 to i32
      %p = arith.addi %fars, %nears : i32
      %q = arith.addi %p, %word : i32
      %value = arith.sitofp %q : i32 to f32
      %a = arith.mulf %value, %half : f32
      memref.store %a, %out[%t] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %x = memref.load %xs[%t] : memref<?xi32>
      %i = arith.index_cast %x : i32 to index
      %byte = memref.load %image[%i] : memref<?xi8>
      %value = arith.uitofp %byte : i8 to f32
      memref.store %value, %out[%t] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}

// What is not the thread's own is not computed again: the block's table is one.
// CHECK-LABEL: func.func @table
// CHECK: %[[TABLE:.*]] = memref.alloca() : memref<512xi8>
// CHECK-NOT: memref<512xi8>
// CHECK: } {par.block}
// CHECK-NOT: memref.alloca
// CHECK: memref.load %[[TABLE]][%{{.*}}] : memref<512xi8>
// CHECK: } {par.block, par.scattered}
func.func @table(%xs: memref<?xf32>, %out: memref<?xf32>, %blocks: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c0_i32 = arith.constant 0 : i32
  %c511_i32 = arith.constant 511 : i32
  %half = arith.constant 0.5 : f32
  scf.parallel (%b) = (%c0) to (%blocks) step (%c1) {
    %table = memref.alloca() : memref<512xi8>
    scf.parallel (%t) = (%c0) to (%c256) step (%c1) {
      %x = memref.load %xs[%t] : memref<?xf32>
      %scaled = arith.mulf %x, %half : f32
      %sum = arith.addf %x, %scaled : f32
      %place = arith.fptosi %sum : f32 to i32
      %most = arith.minsi %place, %c511_i32 : i32
      %least = arith.maxsi %most, %c0_i32 : i32
      %i = arith.index_cast %least : i32 to index
      %byte = memref.load %table[%i] : memref<512xi8>
      %value = arith.uitofp %byte : i8 to f32
      %a = arith.mulf %value, %value : f32
      %c = arith.addf %a, %half : f32
      %d = arith.mulf %c, %scaled : f32
      memref.store %d, %out[%t] : memref<?xf32>
      scf.reduce
    } {par.block}
    scf.reduce
  } {par.grid}
  return
}
