//===- HostConstantsTest.cpp - Constants that are read in place -----------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/Execution/CompiledFunction.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"
#include <cstring>
#include <numeric>
#include <sys/mman.h>

using namespace mlir;
using namespace mlir::scatternd;

namespace {
/// A module with functions `_mlir_ciface_N` that return element `%i` of a
/// constant.
class HostConstantsTest : public ::testing::Test {
protected:
  HostConstantsTest() : context(MLIRContext::Threading::DISABLED) {
    context.loadDialect<LLVM::LLVMDialect>();
    module = ModuleOp::create(UnknownLoc::get(&context));
  }

  /// A resource of `data`, which stays the caller's.
  Attribute makeResource(StringRef name, Type element, ArrayRef<char> data,
                         int64_t count) {
    return DenseResourceElementsAttr::get(
        RankedTensorType::get({count}, element), name,
        UnmanagedAsmResourceBlob::allocateWithAlign(data, /*align=*/1));
  }

  /// Adds constant `name` and function `_mlir_ciface_get_NAME`.
  LLVM::GlobalOp add(StringRef name, Type element, int64_t count,
                     Attribute value, uint64_t alignment = 0) {
    Location loc = UnknownLoc::get(&context);
    auto builder = OpBuilder::atBlockEnd(module->getBody());
    auto type = LLVM::LLVMArrayType::get(element, count);
    auto global = LLVM::GlobalOp::create(builder, loc, type,
                                         /*isConstant=*/true,
                                         LLVM::Linkage::Private, name, value);
    if (alignment)
      global.setAlignment(alignment);
    auto function = LLVM::LLVMFuncOp::create(
        builder, loc, ("_mlir_ciface_get_" + name).str(),
        LLVM::LLVMFunctionType::get(element, {builder.getI64Type()}));
    builder.setInsertionPointToStart(function.addEntryBlock(builder));
    Value base = LLVM::AddressOfOp::create(builder, loc, global);
    Value place =
        LLVM::GEPOp::create(builder, loc, base.getType(), element, base,
                            ArrayRef<LLVM::GEPArg>{function.getArgument(0)});
    Value loaded = LLVM::LoadOp::create(builder, loc, element, place);
    LLVM::ReturnOp::create(builder, loc, loaded);
    return global;
  }

  llvm::Expected<CompiledFunction> compile(StringRef name) {
    return CompiledFunction::compile(*module, ("get_" + name).str(), {});
  }

  /// Compiles and calls the function of constant `name`.
  int32_t get(StringRef name, int64_t index) {
    auto function = compile(name);
    if (!function) {
      ADD_FAILURE() << llvm::toString(function.takeError());
      return 0;
    }
    return call(*function, index);
  }

  static int32_t call(const CompiledFunction &function, int64_t index) {
    int32_t result = 0;
    void *arguments[] = {&index, &result};
    function.call(arguments);
    return result;
  }

  std::string getError(StringRef name) {
    auto function = compile(name);
    return function ? "" : llvm::toString(function.takeError());
  }

  Type i32() { return IntegerType::get(&context, 32); }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

template <typename T>
ArrayRef<char> getBytes(ArrayRef<T> values) {
  return {reinterpret_cast<const char *>(values.data()),
          values.size() * sizeof(T)};
}
} // namespace

TEST_F(HostConstantsTest, ReadsResourcesInPlace) {
  std::vector<int32_t> values = {10, 20, 30};
  add("values", i32(), 3,
      makeResource("values", i32(), getBytes(ArrayRef(values)), 3));
  auto function = compile("values");
  ASSERT_TRUE(bool(function)) << llvm::toString(function.takeError());
  EXPECT_EQ(call(*function, 2), 30);
  // Nobody may do so; here it shows that there is no copy.
  values[2] = 40;
  EXPECT_EQ(call(*function, 2), 40);
}

TEST_F(HostConstantsTest, ReachesMemoryFarAway) {
  // More than 2 GB that nothing but the page that is read takes memory of.
  constexpr int64_t count = int64_t(3) << 28;
  constexpr size_t bytes = count * sizeof(int32_t);
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  auto *values = static_cast<int32_t *>(memory);
  values[count - 1] = 7;
  ASSERT_EQ(mprotect(memory, bytes, PROT_READ), 0);
  add("far", i32(), count,
      makeResource("far", i32(), {static_cast<char *>(memory), bytes}, count));
  EXPECT_EQ(get("far", count - 1), 7);
  munmap(memory, bytes);
}

TEST_F(HostConstantsTest, CopiesWhatIsNotAligned) {
  alignas(4) char bytes[2 + 12] = {};
  const int32_t values[] = {1, 2, 3};
  std::memcpy(bytes + 2, values, sizeof(values));
  add("packed", i32(), 3,
      makeResource("packed", i32(), ArrayRef(bytes + 2, 12), 3));
  auto packed = compile("packed");
  ASSERT_TRUE(bool(packed)) << llvm::toString(packed.takeError());
  bytes[2] = 9;
  EXPECT_EQ(call(*packed, 0), 1);
  EXPECT_EQ(call(*packed, 2), 3);
}

TEST_F(HostConstantsTest, AlignsToTheGlobal) {
  alignas(64) char bytes[64] = {};
  bytes[32] = 5;
  add("promised", i32(), 1,
      makeResource("promised", i32(), ArrayRef(bytes + 32, 4), 1),
      /*alignment=*/64);
  auto function = compile("promised");
  ASSERT_TRUE(bool(function)) << llvm::toString(function.takeError());
  bytes[32] = 6;
  EXPECT_EQ(call(*function, 0), 5);
}

TEST_F(HostConstantsTest, ReadsLargeDense) {
  std::vector<int32_t> many(1024), few(1023);
  std::iota(many.begin(), many.end(), 1);
  std::iota(few.begin(), few.end(), 1);
  auto dense = [&](ArrayRef<int32_t> values) {
    return DenseElementsAttr::get(
        RankedTensorType::get({int64_t(values.size())}, i32()), values);
  };
  auto large = dense(many);
  add("large", i32(), 1024, large);
  add("small", i32(), 1023, dense(few));
  add("splat", i32(), 1024,
      DenseElementsAttr::get(RankedTensorType::get({1024}, i32()), 4));
  EXPECT_EQ(get("large", 1023), 1024);
  EXPECT_EQ(get("small", 1022), 1023);
  EXPECT_EQ(get("splat", 1000), 4);

  auto function = compile("large");
  ASSERT_TRUE(bool(function)) << llvm::toString(function.takeError());
  auto *data = const_cast<char *>(large.getRawData().data());
  reinterpret_cast<int32_t *>(data)[1023] = 5;
  EXPECT_EQ(call(*function, 1023), 5);
}

TEST_F(HostConstantsTest, LeavesTheModuleAsItWas) {
  std::vector<int32_t> values = {10, 20};
  LLVM::GlobalOp global =
      add("values", i32(), 2,
          makeResource("values", i32(), getBytes(ArrayRef(values)), 2),
          /*alignment=*/4);
  Operation *before = global->clone();
  EXPECT_EQ(get("values", 0), 10);
  EXPECT_TRUE(OperationEquivalence::isEquivalentTo(before, global,
                                                   OperationEquivalence::None));
  before->destroy();
  EXPECT_EQ(get("values", 1), 20);
}

TEST_F(HostConstantsTest, LeavesWhatCodeMayWrite) {
  std::vector<int32_t> values = {10};
  LLVM::GlobalOp global =
      add("values", i32(), 1,
          makeResource("values", i32(), getBytes(ArrayRef(values)), 1));
  global.setConstant(false);
  auto function = compile("values");
  ASSERT_TRUE(bool(function)) << llvm::toString(function.takeError());
  values[0] = 20;
  EXPECT_EQ(call(*function, 0), 10);
}

TEST_F(HostConstantsTest, DoesNotStandForCFunctions) {
  std::vector<int32_t> values = {10, 20}, others = {30, 40};
  LLVM::GlobalOp global =
      add("memcpy", i32(), 2,
          makeResource("memcpy", i32(), getBytes(ArrayRef(values)), 2));
  add("scatternd.constant", i32(), 2,
      makeResource("others", i32(), getBytes(ArrayRef(others)), 2));

  // A copy of a size that is not constant is a call of the C library.
  Location loc = UnknownLoc::get(&context);
  auto builder = OpBuilder::atBlockEnd(module->getBody());
  auto pointer = LLVM::LLVMPointerType::get(&context);
  auto function = LLVM::LLVMFuncOp::create(
      builder, loc, "_mlir_ciface_copy",
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(&context),
                                  {pointer, builder.getI64Type()}));
  builder.setInsertionPointToStart(function.addEntryBlock(builder));
  LLVM::MemcpyOp::create(builder, loc, function.getArgument(0),
                         LLVM::AddressOfOp::create(builder, loc, global),
                         function.getArgument(1), /*isVolatile=*/false);
  LLVM::ReturnOp::create(builder, loc, ValueRange());

  auto copy = CompiledFunction::compile(*module, "copy", {});
  ASSERT_TRUE(bool(copy)) << llvm::toString(copy.takeError());
  int32_t to[2] = {};
  int32_t *address = to;
  int64_t bytes = sizeof(to);
  void *arguments[] = {&address, &bytes};
  copy->call(arguments);
  EXPECT_EQ(to[1], 20);
  EXPECT_EQ(get("scatternd.constant", 1), 40);
}

TEST_F(HostConstantsTest, RefusesDataOfAnotherSize) {
  std::vector<int32_t> values = {10, 20};
  ArrayRef<char> bytes = getBytes(ArrayRef(values));
  add("short", i32(), 3, makeResource("short", i32(), bytes, 3));
  EXPECT_EQ(getError("short"), "expected resource 'short' to have 12 bytes, as "
                               "global 'short', but got 8");
}

TEST_F(HostConstantsTest, RefusesNoData) {
  add("none", i32(), 2,
      parseAttribute("dense_resource<none> : tensor<2xi32>", &context));
  EXPECT_EQ(getError("none"), "expected resource 'none' to have 8 bytes, as "
                              "global 'none', but got no data");
}
