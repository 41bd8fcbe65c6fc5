//===- fuzz-model.cpp - Any bytes as an ONNX model ------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reads its input as a model and imports it in each way. What comes out must
// pass the verifier; what is refused must be refused by an error.
//
//===----------------------------------------------------------------------===//

#include "ScatterND/ONNX/Import.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include <cstdlib>
#include <memory>

using namespace mlir;
using namespace mlir::scatternd;

using ImportFn = llvm::Expected<OwningOpRef<ModuleOp>>(Model, MLIRContext &);

static void import(llvm::MemoryBufferRef file, MLIRContext &context,
                   llvm::function_ref<ImportFn> importer) {
  llvm::Expected<Model> model = Model::parse(file, /*folder=*/".");
  if (!model)
    return llvm::consumeError(model.takeError());
  auto module = importer(std::move(*model), context);
  if (!module)
    return llvm::consumeError(module.takeError());
  if (failed(verify(**module)))
    std::abort();
}

/// What files say of data, indices and updates.
static SmallVector<ArrayType> makeArrays() {
  ArrayType array{llvm::cantFail(findDataType(1)), SmallVector<int64_t>{2, 3}};
  ArrayType indices{llvm::cantFail(findDataType(7)),
                    SmallVector<int64_t>{2, 1}};
  return {array, indices, array};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A context keeps every type and attribute that was ever made.
  constexpr unsigned runsOfContext = 500;
  static std::unique_ptr<MLIRContext> context;
  static unsigned numRuns = 0;
  if (numRuns++ % runsOfContext == 0)
    context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);

  llvm::MemoryBufferRef file(
      StringRef(reinterpret_cast<const char *>(data), size), "model.onnx");
  import(file, *context, [](Model model, MLIRContext &context) {
    return importModel(std::move(model), context, [] {
      return llvm::Expected<SmallVector<ArrayType>>(makeArrays());
    });
  });
  import(file, *context, [](Model model, MLIRContext &context) {
    return importNodes(std::move(model), context, [](const Twine &) {});
  });
  // A scatter has three inputs, a gather two.
  for (unsigned numInputs : {3, 2})
    import(file, *context, [&](Model model, MLIRContext &context) {
      return importNode(std::move(model), context, "#0",
                        ArrayRef(makeArrays()).take_front(numInputs));
    });
  return 0;
}
