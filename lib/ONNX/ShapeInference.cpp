//===- ShapeInference.cpp - ONNX's own shape inference --------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeInference.h"

#include "Node.h"
#include "RunApart.h"
#include "onnx/shape_inference/implementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace mlir;
using namespace mlir::scatternd;

namespace {
/// An operator whose results follow other rules since some version.
struct ChangedOperator {
  StringLiteral name;
  int64_t since;
};
} // namespace

/// Operators that changed after version 17 of ai.onnx, the last that the
/// library knows: it would give wrong types by their older rules. Others have
/// new versions that only take more element types.
static constexpr ChangedOperator changedOperators[] = {
    {"AveragePool", 19},      {"DFT", 20},
    {"DequantizeLinear", 19}, {"GridSample", 20},
    {"LpPool", 18},           {"Pad", 18},
    {"QuantizeLinear", 19},   {"ReduceL1", 18},
    {"ReduceL2", 18},         {"ReduceLogSum", 18},
    {"ReduceLogSumExp", 18},  {"ReduceMax", 18},
    {"ReduceMean", 18},       {"ReduceMin", 18},
    {"ReduceProd", 18},       {"ReduceSumSquare", 18},
    {"Resize", 18},           {"Split", 18},
};

/// A domain of which nothing is known.
static constexpr char unknownDomain[] = "scatternd.unknown";

static bool hasChanged(const onnx::NodeProto &node, int64_t version) {
  // How a pool rounds up has changed without a version.
  if (llvm::any_of(node.attribute(), [](const onnx::AttributeProto &attribute) {
        return attribute.name() == "ceil_mode" && attribute.i() != 0;
      }))
    return true;
  return llvm::any_of(changedOperators, [&](const ChangedOperator &changed) {
    return isOperator(node, changed.name) && version >= changed.since;
  });
}

/// Whether the library can be trusted with `node`: it reads required attributes
/// without a look. Attributes beyond the schema's, which newer versions may
/// have, are dropped, but for those with graphs that may hold nodes of ours.
static bool fitsSchema(onnx::NodeProto &node, int64_t version) {
  const onnx::OpSchema *schema = onnx::OpSchemaRegistry::Schema(
      node.op_type(), static_cast<int>(version), /*domain=*/"");
  if (!schema)
    return false;
  auto *attributes = node.mutable_attribute();
  attributes->erase(llvm::remove_if(*attributes,
                                    [&](const onnx::AttributeProto &attribute) {
                                      return !attribute.has_g() &&
                                             attribute.graphs_size() == 0 &&
                                             !schema->attributes().count(
                                                 attribute.name());
                                    }),
                    attributes->end());
  try {
    schema->Verify(node);
  } catch (const std::exception &) {
    return false;
  }
  return true;
}

/// Moves the operators that the library would get wrong to a domain without
/// rules. Domains of others have none either.
static void hideOperators(onnx::GraphProto &graph, int64_t version) {
  for (onnx::NodeProto &node : *graph.mutable_node()) {
    // The library knows its own domain by the empty name only.
    if (isOnnxDomain(node.domain()))
      node.clear_domain();
    for (onnx::AttributeProto &attribute : *node.mutable_attribute()) {
      if (attribute.has_g())
        hideOperators(*attribute.mutable_g(), version);
      for (onnx::GraphProto &subgraph : *attribute.mutable_graphs())
        hideOperators(subgraph, version);
    }
    if (!isScatterOrGather(node) &&
        (hasChanged(node, version) || !isOnnxDomain(node.domain()) ||
         !fitsSchema(node, version)))
      node.set_domain(unknownDomain);
  }
}

/// Drops elements that no shape is made of: the library copies tensors.
static void dropLongElements(onnx::TensorProto &tensor) {
  constexpr size_t maxShapeBytes = 1024;
  if (tensor.ByteSizeLong() <= maxShapeBytes)
    return;
  tensor.clear_raw_data();
  tensor.clear_float_data();
  tensor.clear_int32_data();
  tensor.clear_string_data();
  tensor.clear_int64_data();
  tensor.clear_double_data();
  tensor.clear_uint64_data();
}

static void dropLongElements(onnx::GraphProto &graph) {
  for (onnx::TensorProto &tensor : *graph.mutable_initializer())
    dropLongElements(tensor);
  for (onnx::NodeProto &node : *graph.mutable_node())
    for (onnx::AttributeProto &attribute : *node.mutable_attribute()) {
      if (attribute.has_t())
        dropLongElements(*attribute.mutable_t());
      if (attribute.has_g())
        dropLongElements(*attribute.mutable_g());
      for (onnx::GraphProto &subgraph : *attribute.mutable_graphs())
        dropLongElements(subgraph);
    }
}

/// Runs the library on `model`, with shapes that are computed by nodes followed
/// through or not; returns the model with the types, or nothing where it is
/// longer than protobuf allows.
static std::string runLibrary(onnx::ModelProto &model, bool followShapes) {
  onnx::ShapeInferenceOptions options(
      /*check_type_val=*/false, /*strict_mode_val=*/0,
      /*data_prop_val=*/followShapes);
  // The library says by exceptions that a model breaks its rules. What matters
  // of that is seen where the nodes are read; the types that are there by then
  // stay.
  try {
    onnx::shape_inference::InferShapes(
        model, onnx::OpSchemaRegistry::Instance(), options);
  } catch (const std::exception &) {
  }
  return model.SerializeAsString();
}

void mlir::scatternd::inferShapes(onnx::ModelProto &model) {
  int64_t version = 0;
  for (onnx::OperatorSetIdProto &import : *model.mutable_opset_import())
    if (isOnnxDomain(import.domain())) {
      import.clear_domain();
      version = import.version();
    }
  dropLongElements(*model.mutable_graph());
  hideOperators(*model.mutable_graph(), version);
  onnx::OperatorSetIdProto *import = model.add_opset_import();
  import->set_domain(unknownDomain);
  import->set_version(1);

  // The library crashes on some models, damaged ones and others: following
  // shapes through nodes whose types it does not know is one way to that.
  for (bool followShapes : {true, false}) {
    std::optional<std::string> inferred =
        runApart([&] { return runLibrary(model, followShapes); });
    if (!inferred || inferred->empty())
      continue;
    onnx::ModelProto result;
    if (result.ParseFromString(*inferred))
      model.Swap(&result);
    return;
  }
}
