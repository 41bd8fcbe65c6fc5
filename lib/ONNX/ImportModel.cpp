//===- ImportModel.cpp - A model of our operators, whole ------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/ONNX/Import.h"

#include "BuildOp.h"
#include "Constants.h"
#include "ExternalData.h"
#include "TensorElements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnx/onnx_pb.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>
#include <queue>
#include <vector>

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;

void mlir::scatternd::loadImportDialects(MLIRContext &context) {
  context.loadDialect<ScatterNDDialect, arith::ArithDialect, func::FuncDialect,
                      tensor::TensorDialect>();
}

namespace {

// What defines a value, for messages.
constexpr StringLiteral inputOrigin = "a graph input";
constexpr StringLiteral initializerOrigin = "an initializer";
constexpr StringLiteral nodeOrigin = "the output of a node";

/// A named value of the graph.
struct GraphValue {
  StringRef name;
  PartialType type;
  StringRef origin;
  /// The nodes that read the value, and the one that makes it.
  SmallVector<unsigned, 2> nodes;
  bool isUsed = false;
  /// Of an initializer or a Constant.
  std::optional<TensorData> constant;
  /// Why the value cannot be had: an error where it is needed.
  std::string problem;
  Location location;
  Value value;
};

/// A ScatterND, GatherND or Identity node. A Constant is a value only.
struct GraphNode {
  onnx::NodeProto *proto;
  std::optional<Node> rules;
  std::optional<int64_t> number;
  SmallVector<unsigned, 3> inputs;
  unsigned output;
};

class GraphImporter {
public:
  using GetInputs =
      llvm::function_ref<llvm::Expected<SmallVector<ArrayType>>()>;

  GraphImporter(Model model, MLIRContext &context, GetInputs getInputs)
      : model(std::move(model)), graph(*this->model.getProto().mutable_graph()),
        context(context), external(this->model.getFolder()),
        getInputs(getInputs) {}

  llvm::Expected<OwningOpRef<ModuleOp>> run();

private:
  // The steps, in order.
  llvm::Error addInputsAndInitializers();
  llvm::Error addNodes();
  llvm::Error connectNodes();
  llvm::Error sortNodes();
  llvm::Error dropUnusedNodes();
  llvm::Error addDeclaredTypes();
  void deriveTypes();
  bool isComplete() const;
  llvm::Error checkTypes();
  llvm::Expected<OwningOpRef<ModuleOp>> build();

  llvm::Error addInitializer(StringRef name, llvm::Expected<TensorData> data);
  llvm::Error addNode(onnx::NodeProto &proto);
  llvm::Expected<unsigned> addValue(StringRef name, StringRef origin,
                                    Location location);
  llvm::Error declareType(unsigned id, const onnx::TypeProto &type,
                          StringRef origin);
  /// Tells each value the nodes around it, by their places in `nodes`.
  void linkValues();
  /// Takes what the types around a node say of each other.
  void deriveTypes(const GraphNode &node);
  llvm::Error checkTypes(const GraphNode &node);
  /// Fails where `output` cannot be what `node` gives for `input`.
  llvm::Error checkOutput(const GraphNode &node, const PartialType &expected,
                          const Twine &from);

  std::string describe(const GraphNode &node) const {
    return describeNode(*node.proto, node.number,
                        node.rules ? std::optional(node.rules->version)
                                   : std::nullopt);
  }
  PartialType &typeOf(unsigned id) { return values[id].type; }
  /// Whether the function has the value; arguments are there unused, too.
  static bool isNeeded(const GraphValue &value) {
    return value.isUsed || value.origin == inputOrigin;
  }

  Model model;
  onnx::GraphProto &graph;
  MLIRContext &context;
  ExternalData external;
  /// What is to be given for `inputs`, where that is known.
  GetInputs getInputs;
  int64_t operatorSetVersion = 0;
  int64_t numScattersAndGathers = 0;

  std::vector<GraphValue> values;
  llvm::StringMap<unsigned> ids;
  /// In the file's order, then in an order in which values are made before
  /// they are read.
  std::vector<GraphNode> nodes;
  SmallVector<unsigned> inputs;
};

} // namespace

//===----------------------------------------------------------------------===//
// What the graph has
//===----------------------------------------------------------------------===//

llvm::Expected<unsigned>
GraphImporter::addValue(StringRef name, StringRef origin, Location location) {
  if (name.empty())
    return createStringError(origin + " has no name");
  auto [entry, isNew] = ids.try_emplace(name, values.size());
  if (!isNew)
    return createStringError("'" + name + "' is " +
                             values[entry->second].origin + " and " + origin);
  values.push_back(
      {name, {}, origin, {}, false, std::nullopt, "", location, Value()});
  return entry->second;
}

llvm::Error GraphImporter::addInputsAndInitializers() {
  for (const onnx::ValueInfoProto &input : graph.input()) {
    llvm::Expected<unsigned> id =
        addValue(input.name(), inputOrigin,
                 getNameLoc(&context, input.name(), model.getPath()));
    if (!id)
      return id.takeError();
    if (llvm::Error error = declareType(*id, input.type(), "graph input"))
      return error;
    inputs.push_back(*id);
  }
  for (onnx::TensorProto &tensor : *graph.mutable_initializer()) {
    llvm::Expected<TensorData> data = takeElements(tensor, external);
    if (llvm::Error error = addInitializer(tensor.name(), std::move(data)))
      return error;
  }
  for (const onnx::SparseTensorProto &tensor : graph.sparse_initializer())
    if (llvm::Error error = addInitializer(
            tensor.values().name(), createStringError("is sparse, which is not "
                                                      "supported")))
      return error;
  llvm::erase_if(inputs, [&](unsigned id) {
    return values[id].constant || !values[id].problem.empty();
  });
  return llvm::Error::success();
}

llvm::Error GraphImporter::addInitializer(StringRef name,
                                          llvm::Expected<TensorData> data) {
  // An input with an initializer is that constant here: a caller could give
  // another value, but files before IR version 4 list all of them as inputs.
  auto input = ids.find(name);
  if (input == ids.end() || values[input->second].origin != inputOrigin) {
    llvm::Expected<unsigned> id = addValue(
        name, initializerOrigin, getNameLoc(&context, name, model.getPath()));
    if (!id) {
      llvm::consumeError(data.takeError());
      return id.takeError();
    }
    input = ids.find(name);
  }
  GraphValue &value = values[input->second];
  value.origin = initializerOrigin;
  // Nobody may read it.
  if (!data) {
    value.problem = ("initializer '" + name + "': ").str() +
                    llvm::toString(data.takeError());
    return llvm::Error::success();
  }
  PartialType type = getType(*data);
  if (!agree(value.type, type))
    return createStringError("initializer '" + name + "' is " + type.format() +
                             ", but the graph input of that name is " +
                             value.type.format());
  value.type = std::move(type);
  value.constant = std::move(*data);
  return llvm::Error::success();
}

llvm::Error GraphImporter::addNode(onnx::NodeProto &proto) {
  GraphNode node{&proto, std::nullopt, std::nullopt, {}, 0};
  bool isIndexed = isScatterOrGather(proto);
  if (isIndexed)
    node.number = numScattersAndGathers++;
  auto refuse = [&](const Twine &reason) {
    return createStringError(describe(node) + ": " + reason);
  };
  bool isIdentity = isOperator(proto, "Identity");
  if (!isIndexed && !isIdentity && !isOperator(proto, "Constant"))
    return refuse(
        "only ScatterND, GatherND, Identity and Constant can be imported with "
        "the whole model; scatternd-translate --import-onnx --extract takes "
        "the ScatterND and GatherND nodes out of any model, and "
        "scatternd-run --node=NAME runs one");
  if (isIndexed) {
    llvm::Expected<Node> rules =
        Node::read(proto, node.number, operatorSetVersion);
    if (!rules)
      return rules.takeError();
    node.rules = *rules;
    if (!rules->parameter.empty())
      return refuse("attribute '" + rules->parameter +
                    "' refers to a parameter, but the node is in no function");
  } else if (proto.input_size() != isIdentity || proto.output_size() != 1) {
    return refuse("expected " + Twine(int(isIdentity)) +
                  " inputs and 1 output, but got " + Twine(proto.input_size()) +
                  " and " + Twine(proto.output_size()));
  }
  Location location =
      getNameLoc(&context, getNodeName(proto, node.number), model.getPath());
  llvm::Expected<unsigned> output =
      addValue(proto.output(0), nodeOrigin, location);
  if (!output)
    return refuse(llvm::toString(output.takeError()));
  node.output = *output;
  if (!isIndexed && !isIdentity) {
    llvm::Expected<TensorData> data =
        takeConstantValue(proto, operatorSetVersion, external);
    // Nobody may read it.
    if (!data) {
      values[node.output].problem =
          describe(node) + ": " + llvm::toString(data.takeError());
      return llvm::Error::success();
    }
    values[node.output].type = getType(*data);
    values[node.output].constant = std::move(*data);
    return llvm::Error::success();
  }
  nodes.push_back(std::move(node));
  return llvm::Error::success();
}

llvm::Error GraphImporter::addNodes() {
  for (onnx::NodeProto &proto : *graph.mutable_node())
    if (llvm::Error error = addNode(proto))
      return error;
  return llvm::Error::success();
}

void GraphImporter::linkValues() {
  for (GraphValue &value : values)
    value.nodes.clear();
  for (auto [i, node] : llvm::enumerate(nodes)) {
    for (unsigned input : node.inputs)
      values[input].nodes.push_back(i);
    values[node.output].nodes.push_back(i);
  }
}

llvm::Error GraphImporter::connectNodes() {
  for (GraphNode &node : nodes) {
    for (const std::string &name : node.proto->input()) {
      auto found = ids.find(name);
      if (found == ids.end())
        return createStringError(describe(node) + ": input '" + name +
                                 "' is neither a graph input nor an "
                                 "initializer nor the output of a node");
      node.inputs.push_back(found->second);
    }
  }
  linkValues();
  for (const onnx::ValueInfoProto &output : graph.output()) {
    auto found = ids.find(output.name());
    if (found == ids.end())
      return createStringError("graph output '" + output.name() +
                               "' is neither a graph input nor an initializer "
                               "nor the output of a node");
    values[found->second].isUsed = true;
  }
  return llvm::Error::success();
}

llvm::Error GraphImporter::sortNodes() {
  // ONNX wants this order of files already; runtimes make do without. Of the
  // nodes that could be next, the first in the file is.
  std::vector<unsigned> numMissing(nodes.size());
  std::vector<bool> isMade(values.size(), true);
  for (GraphNode &node : nodes)
    isMade[node.output] = false;
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> ready;
  for (auto [i, node] : llvm::enumerate(nodes)) {
    numMissing[i] = llvm::count_if(
        node.inputs, [&](unsigned input) { return !isMade[input]; });
    if (numMissing[i] == 0)
      ready.push(i);
  }
  std::vector<unsigned> order;
  while (!ready.empty()) {
    unsigned next = ready.top();
    ready.pop();
    order.push_back(next);
    // A node that reads a value twice is there twice.
    for (unsigned i : values[nodes[next].output].nodes)
      if (i != next && --numMissing[i] == 0)
        ready.push(i);
  }
  for (auto [i, node] : llvm::enumerate(nodes))
    if (numMissing[i] != 0)
      return createStringError(describe(node) + ": is part of a cycle, or "
                                                "reads the outputs of one");
  std::vector<GraphNode> sorted;
  for (unsigned i : order)
    sorted.push_back(std::move(nodes[i]));
  nodes = std::move(sorted);
  return llvm::Error::success();
}

llvm::Error GraphImporter::dropUnusedNodes() {
  // From the last node to the first: what is read is made before.
  std::vector<GraphNode> used;
  for (GraphNode &node : llvm::reverse(nodes)) {
    if (!values[node.output].isUsed)
      continue;
    for (unsigned input : node.inputs)
      values[input].isUsed = true;
    used.push_back(std::move(node));
  }
  std::reverse(used.begin(), used.end());
  nodes = std::move(used);
  linkValues();
  for (const GraphValue &value : values)
    if (value.isUsed && !value.problem.empty())
      return createStringError(value.problem);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

llvm::Error GraphImporter::declareType(unsigned id, const onnx::TypeProto &type,
                                       StringRef origin) {
  llvm::Expected<PartialType> declared = readType(type);
  if (!declared)
    return createStringError(origin + " '" + values[id].name +
                             "': " + llvm::toString(declared.takeError()));
  if (!agree(values[id].type, *declared))
    return createStringError(
        origin + " '" + values[id].name + "' is " + declared->format() +
        ", but it is " + values[id].type.format() + " as " + values[id].origin);
  refine(values[id].type, *declared);
  return llvm::Error::success();
}

llvm::Error GraphImporter::addDeclaredTypes() {
  for (const onnx::ValueInfoProto &info : graph.value_info()) {
    auto found = ids.find(info.name());
    if (found == ids.end() || !isNeeded(values[found->second]))
      continue;
    if (llvm::Error error =
            declareType(found->second, info.type(), "value_info"))
      return error;
  }
  for (const onnx::ValueInfoProto &output : graph.output())
    if (llvm::Error error = declareType(ids.lookup(output.name()),
                                        output.type(), "graph output"))
      return error;
  return llvm::Error::success();
}

void GraphImporter::deriveTypes(const GraphNode &node) {
  PartialType &output = typeOf(node.output);
  PartialType &data = typeOf(node.inputs[0]);
  if (!node.rules || !node.rules->isGather) {
    refine(output, data);
    refine(data, output);
  }
  if (!node.rules)
    return;
  PartialType &indices = typeOf(node.inputs[1]);
  if (!indices.element)
    indices.element = llvm::cantFail(findDataType(onnx::TensorProto::INT64));
  PartialType &slices = node.rules->isGather ? output : typeOf(node.inputs[2]);
  deriveOperandTypes(data, indices, slices, node.rules->batchDims);
}

void GraphImporter::deriveTypes() {
  // Ends, as each change makes one more extent, rank or element type known.
  std::deque<unsigned> queue;
  std::vector<bool> isQueued(nodes.size(), true);
  for (size_t i = 0; i < nodes.size(); ++i)
    queue.push_back(i);
  while (!queue.empty()) {
    const GraphNode &node = nodes[queue.front()];
    isQueued[queue.front()] = false;
    queue.pop_front();
    SmallVector<unsigned, 4> around{node.output};
    llvm::append_range(around, node.inputs);
    SmallVector<PartialType, 4> before;
    for (unsigned id : around)
      before.push_back(typeOf(id));
    deriveTypes(node);
    // Only the neighbours of what has changed: an initializer may be read by
    // every node there is.
    for (auto [id, type] : llvm::zip_equal(around, before)) {
      if (type == typeOf(id))
        continue;
      for (unsigned neighbour : values[id].nodes)
        if (!isQueued[neighbour]) {
          isQueued[neighbour] = true;
          queue.push_back(neighbour);
        }
    }
  }
}

llvm::Error GraphImporter::checkOutput(const GraphNode &node,
                                       const PartialType &expected,
                                       const Twine &from) {
  const GraphValue &output = values[node.output];
  if (agree(output.type, expected))
    return llvm::Error::success();
  return createStringError(describe(node) + ": expected output '" +
                           output.name + "' to be " + expected.format() + " (" +
                           from + "), but got " + output.type.format());
}

llvm::Error GraphImporter::checkTypes(const GraphNode &node) {
  PartialType data = typeOf(node.inputs[0]);
  if (!node.rules)
    return checkOutput(node, data, "as the input");
  PartialType indices = typeOf(node.inputs[1]);
  if (llvm::Error error = node.rules->checkInputs(data, indices))
    return createStringError(describe(node) + ": " +
                             llvm::toString(std::move(error)));
  if (!node.rules->isGather)
    return checkOutput(node, data, "as data");
  PartialType output;
  deriveOperandTypes(data, indices, output, node.rules->batchDims);
  return checkOutput(node, output, "by data and indices");
}

bool GraphImporter::isComplete() const {
  return llvm::all_of(values, [&](const GraphValue &value) {
    return !isNeeded(value) || value.type.isComplete();
  });
}

llvm::Error GraphImporter::checkTypes() {
  for (const GraphNode &node : nodes)
    if (llvm::Error error = checkTypes(node))
      return error;
  for (const GraphValue &value : values)
    if (isNeeded(value) && !value.type.isComplete())
      return createStringError("'" + value.name + "', " + value.origin +
                               ", is " + value.type.format() +
                               ": expected the model or the nodes around it "
                               "to say more");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

llvm::Expected<OwningOpRef<ModuleOp>> GraphImporter::build() {
  auto toType = [&](unsigned id) { return typeOf(id).toTensorType(&context); };
  SmallVector<Type> argumentTypes, resultTypes;
  SmallVector<Location> argumentLocations;
  for (unsigned id : inputs) {
    argumentTypes.push_back(toType(id));
    argumentLocations.push_back(values[id].location);
  }
  for (const onnx::ValueInfoProto &output : graph.output())
    resultTypes.push_back(toType(ids.lookup(output.name())));

  Location location = FileLineColLoc::get(&context, model.getPath(), 0, 0);
  OwningOpRef<ModuleOp> module = ModuleOp::create(location);
  func::FuncOp function = addFunction(
      *module, "main", getNameLoc(&context, graph.name(), model.getPath()),
      argumentTypes, resultTypes, argumentLocations);
  for (auto [id, argument] : llvm::zip_equal(inputs, function.getArguments()))
    values[id].value = argument;

  OpBuilder builder = OpBuilder::atBlockEnd(&function.getBody().front());
  for (GraphValue &value : values) {
    if (!value.constant || !value.isUsed)
      continue;
    auto attribute =
        makeAttribute(std::move(*value.constant), value.name, &context);
    value.value = arith::ConstantOp::create(builder, value.location, attribute);
  }
  for (const GraphNode &node : nodes) {
    GraphValue &output = values[node.output];
    if (!node.rules) {
      output.value = values[node.inputs[0]].value;
      continue;
    }
    SmallVector<Value> operands;
    for (unsigned input : node.inputs)
      operands.push_back(values[input].value);
    llvm::Expected<Value> result = buildOp(
        builder, output.location, *node.rules, operands, toType(node.output));
    if (!result)
      return createStringError(describe(node) + ": " +
                               llvm::toString(result.takeError()));
    output.value = *result;
  }
  SmallVector<Value> results;
  for (const onnx::ValueInfoProto &output : graph.output())
    results.push_back(values[ids.lookup(output.name())].value);
  func::ReturnOp::create(builder, function.getLoc(), results);
  return module;
}

llvm::Expected<OwningOpRef<ModuleOp>> GraphImporter::run() {
  auto import = [&]() -> llvm::Expected<OwningOpRef<ModuleOp>> {
    auto version = getOperatorSetVersion(model.getProto().opset_import());
    if (!version)
      return version.takeError();
    operatorSetVersion = *version;
    using Step = llvm::Error (GraphImporter::*)();
    for (Step step :
         {Step(&GraphImporter::addInputsAndInitializers),
          Step(&GraphImporter::addNodes), Step(&GraphImporter::connectNodes),
          Step(&GraphImporter::sortNodes),
          Step(&GraphImporter::dropUnusedNodes),
          Step(&GraphImporter::addDeclaredTypes)})
      if (llvm::Error error = (this->*step)())
        return error;
    deriveTypes();
    if (!isComplete() && getInputs) {
      llvm::Expected<SmallVector<ArrayType>> arrays = getInputs();
      if (!arrays)
        return arrays.takeError();
      for (auto [id, array] : llvm::zip(inputs, *arrays))
        refine(typeOf(id), {array.element, array.shape});
      deriveTypes();
    }
    if (llvm::Error error = checkTypes())
      return error;
    return build();
  };
  auto module = import();
  if (!module)
    return createStringError(model.getPath() + ": " +
                             llvm::toString(module.takeError()));
  return module;
}

llvm::Expected<OwningOpRef<ModuleOp>> mlir::scatternd::importModel(
    Model model, MLIRContext &context,
    llvm::function_ref<llvm::Expected<SmallVector<ArrayType>>()> getInputs) {
  loadImportDialects(context);
  return GraphImporter(std::move(model), context, getInputs).run();
}
