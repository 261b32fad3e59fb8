// RUN: %heddle-opt --narrow-lanes --canonicalize %s | FileCheck %s

// Sums of bytes fit in 16 bits.
// CHECK-LABEL: func.func @sums
// CHECK: arith.addi %{{.*}} : vector<32xi16>
// CHECK-NOT: vector<32xi32>
// CHECK: return
func.func @sums(%p: !llvm.ptr, %q: !llvm.ptr) {
  %four = arith.constant dense<4> : vector<32xi32>
  %a = llvm.load %p : !llvm.ptr -> vector<32xi8>
  %b = llvm.load %q : !llvm.ptr -> vector<32xi8>
  %x = arith.extui %a : vector<32xi8> to vector<32xi32>
  %y = arith.extui %b : vector<32xi8> to vector<32xi32>
  %sum = arith.addi %x, %y overflow<nsw, nuw> : vector<32xi32>
  %part = arith.shrsi %sum, %four : vector<32xi32>
  %c = arith.trunci %part : vector<32xi32> to vector<32xi8>
  llvm.store %c, %p : vector<32xi8>, !llvm.ptr
  return
}

// 65025 fits without a sign: what promised that the sign does not change in 32
// bits says nothing of 16.
// CHECK-LABEL: func.func @products
// CHECK: arith.muli %{{[0-9]+}}, %{{[0-9]+}} : vector<32xi16>
// CHECK: arith.shrui
func.func @products(%p: !llvm.ptr, %q: !llvm.ptr) {
  %eight = arith.constant dense<8> : vector<32xi32>
  %a = llvm.load %p : !llvm.ptr -> vector<32xi8>
  %b = llvm.load %q : !llvm.ptr -> vector<32xi8>
  %x = arith.extui %a : vector<32xi8> to vector<32xi32>
  %y = arith.extui %b : vector<32xi8> to vector<32xi32>
  %product = arith.muli %x, %y overflow<nsw, nuw> : vector<32xi32>
  %part = arith.shrsi %product, %eight : vector<32xi32>
  %c = arith.trunci %part : vector<32xi32> to vector<32xi8>
  llvm.store %c, %p : vector<32xi8>, !llvm.ptr
  return
}

// These need more bits.
// CHECK-LABEL: func.func @wide
// CHECK: arith.muli %{{.*}} : vector<32xi32>
func.func @wide(%p: !llvm.ptr, %q: !llvm.ptr) {
  %many = arith.constant dense<1000> : vector<32xi32>
  %a = llvm.load %p : !llvm.ptr -> vector<32xi8>
  %x = arith.extui %a : vector<32xi8> to vector<32xi32>
  %product = arith.muli %x, %many : vector<32xi32>
  llvm.store %product, %q : vector<32xi32>, !llvm.ptr
  return
}

// Single numbers, which may be addresses, stay as they are.
// CHECK-LABEL: func.func @single
// CHECK: arith.addi %{{.*}} : i32
func.func @single(%a: i8, %b: i8) -> i32 {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %sum = arith.addi %x, %y : i32
  return %sum : i32
}
