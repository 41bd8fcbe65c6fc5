//===- ImportNodes.cpp - Single nodes of any model ------------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterND/ONNX/Import.h"

#include "BuildOp.h"
#include "Constants.h"
#include "ShapeInference.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "onnx/onnx_pb.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <google/protobuf/unknown_field_set.h>
#include <vector>

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;

namespace {

/// A ScatterND or GatherND node somewhere in a model, with what the model says
/// of its values.
struct FoundNode {
  const onnx::NodeProto *proto;
  int64_t number;
  int64_t operatorSetVersion;
  SmallVector<PartialType, 3> inputs;
  PartialType output;

  std::string describe(const Node &rules) const {
    return describeNode(*proto, number, rules.version);
  }
};

/// The types of the values that a graph and the graphs around it name.
class Scope {
public:
  explicit Scope(const Scope *outer) : outer(outer) {}

  PartialType lookup(StringRef name) const {
    auto found = types.find(name);
    if (found != types.end())
      return found->second;
    return outer ? outer->lookup(name) : PartialType();
  }

  void add(StringRef name, const PartialType &type) {
    refine(types[name], type);
  }

  /// Adds what is declared. A type that cannot be read says nothing: the node
  /// may be one that nobody asks for.
  void add(const onnx::ValueInfoProto &info) {
    llvm::Expected<PartialType> type = readType(info.type());
    if (type)
      add(info.name(), *type);
    else
      llvm::consumeError(type.takeError());
  }

private:
  const Scope *outer;
  llvm::StringMap<PartialType> types;
};

/// Finds the nodes in the file's order.
class NodeFinder {
public:
  llvm::Expected<std::vector<FoundNode>> run(const onnx::ModelProto &model);

private:
  void visitGraph(const onnx::GraphProto &graph, const Scope *outer);
  void visitNode(const onnx::NodeProto &node, Scope &scope);

  int64_t operatorSetVersion = 0;
  std::vector<FoundNode> nodes;
};

} // namespace

//===----------------------------------------------------------------------===//
// Finding nodes
//===----------------------------------------------------------------------===//

/// Takes what is known of the types around `node` into each other.
static void deriveTypes(FoundNode &node, const Node &rules) {
  PartialType &data = node.inputs[0], &indices = node.inputs[1];
  // ONNX takes no other; a declared one is refused when the node is built.
  if (!indices.element)
    indices.element = llvm::cantFail(findDataType(onnx::TensorProto::INT64));
  if (!rules.isGather) {
    deriveOperandTypes(data, indices, node.inputs[2], rules.batchDims);
    // Only where data itself is open: what is declared of the output may come
    // from a tool that got it wrong.
    if (!data.isComplete())
      refine(data, node.output);
    deriveOperandTypes(data, indices, node.inputs[2], rules.batchDims);
    node.output = data;
    return;
  }
  PartialType declared = node.output;
  node.output = PartialType();
  deriveOperandTypes(data, indices, node.output, rules.batchDims);
  if (!node.output.isComplete()) {
    refine(node.output, declared);
    deriveOperandTypes(data, indices, node.output, rules.batchDims);
  }
}

void NodeFinder::visitNode(const onnx::NodeProto &node, Scope &scope) {
  if (isScatterOrGather(node)) {
    FoundNode &found = nodes.emplace_back();
    found.proto = &node;
    found.number = nodes.size() - 1;
    found.operatorSetVersion = operatorSetVersion;
    for (const std::string &input : node.input())
      found.inputs.push_back(scope.lookup(input));
    if (node.output_size() == 1)
      found.output = scope.lookup(node.output(0));
    // What follows from this node helps the next ones, also of its inputs.
    if (auto rules = Node::read(node, found.number, operatorSetVersion)) {
      FoundNode derived = found;
      deriveTypes(derived, *rules);
      scope.add(node.output(0), derived.output);
      for (auto [input, type] : llvm::zip_equal(node.input(), derived.inputs))
        scope.add(input, type);
    } else {
      llvm::consumeError(rules.takeError());
    }
  } else if (isOperator(node, "Constant")) {
    if (node.output_size() == 1)
      scope.add(node.output(0), getConstantType(node));
  }
  for (const onnx::AttributeProto &attribute : node.attribute()) {
    if (attribute.has_g())
      visitGraph(attribute.g(), &scope);
    for (const onnx::GraphProto &graph : attribute.graphs())
      visitGraph(graph, &scope);
  }
}

void NodeFinder::visitGraph(const onnx::GraphProto &graph, const Scope *outer) {
  Scope scope(outer);
  for (const auto *infos :
       {&graph.input(), &graph.value_info(), &graph.output()})
    for (const onnx::ValueInfoProto &info : *infos)
      scope.add(info);
  for (const onnx::TensorProto &tensor : graph.initializer())
    scope.add(tensor.name(), getType(tensor));
  for (const onnx::NodeProto &node : graph.node())
    visitNode(node, scope);
}

/// The types that a function declares: a field that is younger than the ONNX
/// definitions that the project is built with.
static std::vector<onnx::ValueInfoProto>
readValueInfo(const onnx::FunctionProto &function) {
  constexpr int valueInfoNumber = 12;
  std::vector<onnx::ValueInfoProto> infos;
  const google::protobuf::UnknownFieldSet &unknown =
      function.GetReflection()->GetUnknownFields(function);
  for (int i = 0; i < unknown.field_count(); ++i) {
    const google::protobuf::UnknownField &field = unknown.field(i);
    onnx::ValueInfoProto info;
    if (field.number() == valueInfoNumber &&
        field.type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED &&
        info.ParseFromString(field.length_delimited()))
      infos.push_back(std::move(info));
  }
  return infos;
}

llvm::Expected<std::vector<FoundNode>>
NodeFinder::run(const onnx::ModelProto &model) {
  llvm::Expected<int64_t> version = getOperatorSetVersion(model.opset_import());
  if (!version)
    return version.takeError();
  operatorSetVersion = *version;
  visitGraph(model.graph(), nullptr);
  // The nodes of a function have the types that it declares; most declare none,
  // as those follow from the call.
  for (const onnx::FunctionProto &function : model.functions()) {
    if (llvm::none_of(function.node(), isScatterOrGather) &&
        llvm::all_of(function.node(), [](const onnx::NodeProto &node) {
          return node.attribute_size() == 0;
        }))
      continue;
    version = getOperatorSetVersion(function.opset_import());
    if (!version)
      return createStringError("function '" + function.name() +
                               "': " + llvm::toString(version.takeError()));
    operatorSetVersion = *version;
    Scope scope(nullptr);
    for (const onnx::ValueInfoProto &info : readValueInfo(function))
      scope.add(info);
    for (const onnx::NodeProto &node : function.node())
      visitNode(node, scope);
  }
  return std::move(nodes);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static StringRef getInputName(unsigned input) {
  static constexpr StringLiteral names[] = {"data", "indices", "updates"};
  return names[input];
}

/// What of the types of `node` is not known, or nothing.
static std::string findMissingType(const FoundNode &node) {
  for (auto [i, type] : llvm::enumerate(node.inputs)) {
    std::string name =
        (getInputName(i) + " '" + node.proto->input(i) + "'").str();
    if (!type.element)
      return "the element type of " + name + " is not known";
    if (!type.shape)
      return "the rank of " + name + " is not known";
  }
  if (!node.output.isComplete())
    return "the rank of output '" + node.proto->output(0) + "' is not known";
  return "";
}

/// Builds the function of `node`, whose types are complete.
static llvm::Error buildFunction(ModuleOp module, const FoundNode &node,
                                 const Node &rules, StringRef name,
                                 StringRef path) {
  MLIRContext *context = module.getContext();
  SmallVector<Type> argumentTypes;
  SmallVector<Location> argumentLocations;
  for (auto [type, input] : llvm::zip_equal(node.inputs, node.proto->input())) {
    argumentTypes.push_back(type.toTensorType(context));
    argumentLocations.push_back(getNameLoc(context, input, path));
  }
  RankedTensorType resultType = node.output.toTensorType(context);
  Location location =
      getNameLoc(context, getNodeName(*node.proto, node.number), path);
  func::FuncOp function = addFunction(module, name, location, argumentTypes,
                                      resultType, argumentLocations);
  OpBuilder builder = OpBuilder::atBlockEnd(&function.getBody().front());
  SmallVector<Value> operands(function.getArguments());
  llvm::Expected<Value> result =
      buildOp(builder, location, rules, operands, resultType);
  if (!result) {
    function.erase();
    return result.takeError();
  }
  func::ReturnOp::create(builder, location, *result);
  return llvm::Error::success();
}

/// Reads the rules of `node` and derives what it can of its types; what fails
/// names the node.
static llvm::Expected<Node> prepare(FoundNode &node,
                                    ArrayRef<ArrayType> arrays = {}) {
  llvm::Expected<Node> rules =
      Node::read(*node.proto, node.number, node.operatorSetVersion);
  if (!rules)
    return rules;
  for (auto [type, array] : llvm::zip(node.inputs, arrays))
    refine(type, {array.element, array.shape});
  deriveTypes(node, *rules);
  return rules;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

/// Why a node cannot stand alone whose attribute has its value elsewhere.
static std::string describeParameter(const Node &rules) {
  return "attribute '" + rules.parameter +
         "' is a parameter of the function that the node is in";
}

/// `name`, or `name_1` and so on where that is taken.
static std::string makeUnique(StringRef name, llvm::StringMap<unsigned> &used) {
  std::string result = name.str();
  while (!used.try_emplace(result, 0).second)
    result = (name + "_" + Twine(++used[name])).str();
  return result;
}

llvm::Expected<OwningOpRef<ModuleOp>>
mlir::scatternd::importNodes(Model model, MLIRContext &context,
                             llvm::function_ref<void(const Twine &)> onSkip) {
  loadImportDialects(context);
  StringRef path = model.getPath();
  auto refuse = [&](llvm::Error error) {
    return createStringError(path + ": " + llvm::toString(std::move(error)));
  };
  inferShapes(model.getProto());
  llvm::Expected<std::vector<FoundNode>> nodes =
      NodeFinder().run(model.getProto());
  if (!nodes)
    return refuse(nodes.takeError());
  if (nodes->empty())
    onSkip(path + ": the model has no ScatterND or GatherND node");

  OwningOpRef<ModuleOp> module =
      ModuleOp::create(FileLineColLoc::get(&context, path, 0, 0));
  auto skip = [&](const FoundNode &node, const Node &rules,
                  const Twine &reason) {
    onSkip(path + ": skipped " + node.describe(rules) + ": " + reason);
  };
  llvm::StringMap<unsigned> names;
  for (FoundNode &node : *nodes) {
    llvm::Expected<Node> rules = prepare(node);
    if (!rules)
      return refuse(rules.takeError());
    if (!rules->parameter.empty()) {
      skip(node, *rules, describeParameter(*rules));
      continue;
    }
    // Types that disagree are rather the mistake of a tool that has written or
    // inferred them than of the node.
    if (llvm::Error error =
            rules->checkInputs(node.inputs[0], node.inputs[1])) {
      skip(node, *rules, llvm::toString(std::move(error)));
      continue;
    }
    if (std::string missing = findMissingType(node); !missing.empty()) {
      skip(node, *rules,
           missing + "; scatternd-run --node=#" + Twine(node.number) +
               " takes it from files");
      continue;
    }
    std::string name = makeUnique(getNodeName(*node.proto, node.number), names);
    if (llvm::Error error = buildFunction(*module, node, *rules, name, path))
      skip(node, *rules, llvm::toString(std::move(error)));
  }
  return module;
}

/// The first of `items`, joined by commas, and `...` where there are more.
static std::string listSome(ArrayRef<std::string> items) {
  constexpr size_t maxListed = 10;
  std::string text = llvm::join(items.take_front(maxListed), ", ");
  return items.size() > maxListed ? text + ", ..." : text;
}

/// The node that `selector` means: a number goes before a name.
static llvm::Expected<FoundNode *> selectNode(std::vector<FoundNode> &nodes,
                                              StringRef selector) {
  StringRef digits = selector;
  size_t number;
  if (digits.consume_front("#") && !digits.getAsInteger(10, number) &&
      number < nodes.size())
    return &nodes[number];
  SmallVector<FoundNode *> found;
  for (FoundNode &node : nodes)
    if (node.proto->name() == selector)
      found.push_back(&node);
  if (found.size() == 1)
    return found.front();

  SmallVector<std::string> texts;
  if (found.size() > 1) {
    for (FoundNode *node : found)
      texts.push_back("#" + std::to_string(node->number));
    return createStringError("--node=" + selector + ": " + Twine(found.size()) +
                             " nodes have that name: " + listSome(texts));
  }
  if (nodes.empty())
    return createStringError("--node=" + selector +
                             ": the model has no ScatterND or GatherND node");
  for (FoundNode &node : nodes)
    texts.push_back("#" + std::to_string(node.number) + " '" +
                    node.proto->name() + "'");
  return createStringError("expected --node to be one of " +
                           Twine(nodes.size()) +
                           " ScatterND and GatherND nodes (" + listSome(texts) +
                           "), but got '" + selector + "'");
}

/// Imports the node that `selector` means with the types that the model and
/// `arrays` have. What is not known is put in `missing`.
static llvm::Expected<OwningOpRef<ModuleOp>>
tryImportNode(Model &model, MLIRContext &context, StringRef selector,
              ArrayRef<ArrayType> arrays, std::string &missing) {
  auto nodes = NodeFinder().run(model.getProto());
  if (!nodes)
    return nodes.takeError();
  llvm::Expected<FoundNode *> selected = selectNode(*nodes, selector);
  if (!selected)
    return selected.takeError();
  FoundNode &node = **selected;
  if (arrays.size() != node.inputs.size()) {
    SmallVector<std::string> inputs;
    for (const std::string &name : node.proto->input())
      inputs.push_back("'" + name + "'");
    return createStringError(
        describeNode(*node.proto, node.number) +
        ": expected one --input for each of " + Twine(node.inputs.size()) +
        " inputs (" + listSome(inputs) + "), but got " + Twine(arrays.size()));
  }
  llvm::Expected<Node> rules = prepare(node, arrays);
  if (!rules)
    return rules.takeError();
  auto refuse = [&](const Twine &reason) {
    return createStringError(node.describe(*rules) + ": " + reason);
  };
  if (!rules->parameter.empty())
    return refuse(describeParameter(*rules));
  if (llvm::Error error = rules->checkInputs(node.inputs[0], node.inputs[1]))
    return refuse(llvm::toString(std::move(error)));
  missing = findMissingType(node);
  if (!missing.empty())
    return refuse(missing);
  OwningOpRef<ModuleOp> module =
      ModuleOp::create(FileLineColLoc::get(&context, model.getPath(), 0, 0));
  if (llvm::Error error =
          buildFunction(*module, node, *rules, "main", model.getPath()))
    return refuse(llvm::toString(std::move(error)));
  return module;
}

llvm::Expected<OwningOpRef<ModuleOp>>
mlir::scatternd::importNode(Model model, MLIRContext &context, StringRef node,
                            ArrayRef<ArrayType> inputs) {
  loadImportDialects(context);
  // Files know better than shape inference, which is asked only where they
  // leave something open.
  std::string missing;
  auto module = tryImportNode(model, context, node, inputs, missing);
  if (!missing.empty()) {
    llvm::consumeError(module.takeError());
    inferShapes(model.getProto());
    module = tryImportNode(model, context, node, inputs, missing);
  }
  if (!module)
    return createStringError(model.getPath() + ": " +
                             llvm::toString(module.takeError()));
  return module;
}
