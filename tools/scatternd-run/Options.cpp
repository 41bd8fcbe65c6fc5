//===- Options.cpp - The command line of scatternd-run --------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "../support/CommandLine.h"
#include "../support/OutputFile.h"
#include "ScatterND/Execution/ArrayFile.h"
#include "ScatterND/InitAll.h"
#include "ScatterND/ONNX/Model.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace mlir::scatternd;
using llvm::createStringError;
namespace cl = llvm::cl;

/// Samples of --time without a number.
static constexpr unsigned kDefaultSamples = 11;
/// More would take a quarter of an hour at least.
static constexpr unsigned kMaxSamples = 1000000;

namespace {
/// What libLLVM's command line parser fills in. It lives in `parseCommandLine`,
/// after libLLVM's own option `threads` is out of the way. Numbers are read as
/// text: the parser's messages for them are not ours.
struct CommandLine {
  cl::OptionCategory category{"scatternd-run options"};
  cl::list<std::string> files{cl::Positional, cl::desc("FILE"),
                              cl::cat(category)};
  cl::opt<std::string> entry{
      "entry", cl::desc("The function to call (default: main)"),
      cl::value_desc("name"), cl::init("main"), cl::cat(category)};
  cl::opt<std::string> node{
      "node",
      cl::desc(
          "Run one ScatterND or GatherND node of an ONNX model alone, with "
          "an --input for each of its inputs: a node's name, or #N for "
          "the one of number N, from 0, in the file's order"),
      cl::value_desc("name"), cl::cat(category)};
  cl::list<std::string> inputs{
      "input",
      cl::desc("An array for each argument, in order (repeatable): a .npy "
               "file or an ONNX tensor, .pb"),
      cl::value_desc("file"), cl::cat(category)};
  cl::list<std::string> outputs{
      "output",
      cl::desc("A .npy or .pb file to write for each result, in order, or "
               "argN=file for memref argument N as the call left it "
               "(repeatable)"),
      cl::value_desc("file"), cl::cat(category)};
  cl::list<std::string> expected{
      "expect",
      cl::desc("A .npy or .pb file to compare with each result, in order, or "
               "argN=file for memref argument N (repeatable); bit for bit "
               "unless a tolerance is given, but any NaN equals any NaN"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> rtol{
      "rtol", cl::desc("Relative tolerance of --expect (default: none)"),
      cl::value_desc("number"), cl::cat(category)};
  cl::opt<std::string> atol{
      "atol", cl::desc("Absolute tolerance of --expect (default: none)"),
      cl::value_desc("number"), cl::cat(category)};
  cl::opt<bool> check{
      "check",
      cl::desc("Run again with every copy kept and every scatternd op done by "
               "the reference loop, and compare bit for bit"),
      cl::cat(category)};
  cl::opt<std::string> threads{
      "threads", cl::desc("Threads of compiled code (default, and only: 1)"),
      cl::value_desc("number"), cl::init("1"), cl::cat(category)};
  cl::opt<std::string> time{
      "time", cl::desc("Time this many samples of calls (default: 11)"),
      cl::value_desc("samples"), cl::ValueOptional, cl::cat(category)};
  /// Whether --time stands with a value that is empty.
  bool timeIsEmpty = false;
  cl::opt<std::string> print{
      "print",
      cl::desc(
          "Print results: auto (default; long ones shortened, and none where "
          "an --output is /dev/stdout), all, none"),
      cl::value_desc("mode"), cl::init("auto"), cl::cat(category)};
  cl::opt<std::string> optLevel{
      "O",
      cl::Prefix,
      cl::desc("Optimization: -O0 to -O3 (default: -O2)"),
      cl::value_desc("level"),
      cl::init("2"),
      cl::cat(category)};
  cl::list<std::string> sharedLibraries{
      "shared-libs", cl::CommaSeparated,
      cl::desc("Libraries with functions that compiled code calls"),
      cl::value_desc("file"), cl::cat(category)};
};
} // namespace

static llvm::Expected<std::optional<double>>
parseTolerance(StringRef name, const cl::opt<std::string> &option) {
  if (option.getNumOccurrences() == 0)
    return std::nullopt;
  double value;
  if (StringRef(option).getAsDouble(value) || !(value >= 0) ||
      std::isinf(value))
    return createStringError("expected --" + name +
                             " to be a finite number of at least 0, but got '" +
                             option + "'");
  return value;
}

static llvm::Expected<ArrayFile> parseArrayFile(StringRef option,
                                                StringRef value) {
  if (std::optional<ArrayFile> file = ArrayFile::parse(value))
    return std::move(*file);
  return createStringError("expected --" + option +
                           " to name a .npy or .pb file (of another name: "
                           "npy:FILE or pb:FILE), but got '" +
                           value + "'");
}

static llvm::Expected<std::vector<ValueFile>>
parseValueFiles(StringRef name, const cl::list<std::string> &values) {
  std::vector<ValueFile> files;
  for (StringRef value : values) {
    ValueFile &file = files.emplace_back();
    // A file of such a name can be given as ./NAME.
    auto [target, rest] = value.split('=');
    if (target.size() < value.size() && target.consume_front("arg") &&
        !target.contains('/')) {
      unsigned argument;
      if (target.getAsInteger(10, argument))
        return createStringError("--" + name + "=" + value +
                                 ": argN needs a number from 0 to the number "
                                 "of arguments less 1, but got '" +
                                 target + "'");
      file.argument = argument;
      value = rest;
    }
    llvm::Expected<ArrayFile> parsed = parseArrayFile(name, value);
    if (!parsed)
      return parsed.takeError();
    file.file = std::move(*parsed);
    for (const ValueFile &other : ArrayRef(files).drop_back())
      if (file.argument && other.argument == file.argument)
        return createStringError("--" + name + "=arg" + Twine(*file.argument) +
                                 "=... stands twice");
  }
  return files;
}

/// Options such as --mlir-print-ir-after name passes, which must be registered
/// for that. It takes a while, so only for them.
static void registerNamedPasses(int argc, char **argv) {
  auto namesPass = [](StringRef argument) {
    argument = argument.ltrim('-');
    return argument.starts_with("mlir-print-ir-before") ||
           argument.starts_with("mlir-print-ir-after");
  };
  if (llvm::none_of(llvm::make_range(argv + 1, argv + argc), namesPass))
    return;
  mlir::registerAllPasses();
  mlir::scatternd::registerAllPasses();
}

static llvm::Expected<Options> convert(CommandLine &line) {
  Options options;
  if (line.files.size() != 1)
    return createStringError(
        "expected one FILE to run (.mlir, .mlirbc or .onnx), but got " +
        (line.files.empty() ? "none; --help lists the options"
                            : "'" + llvm::join(line.files, "', '") + "'"));
  options.file = line.files.front();
  options.entry = line.entry;
  if (line.node.getNumOccurrences() > 0) {
    options.node = line.node;
    if (line.node.getNumOccurrences() > 1)
      return createStringError("expected one --node, but got " +
                               Twine(line.node.getNumOccurrences()));
    if (!isOnnxFile(options.file))
      return createStringError("--node=" + line.node +
                               ": expected FILE to be an ONNX model (.onnx), "
                               "but got '" +
                               options.file + "'");
    if (line.entry.getNumOccurrences() > 0)
      return createStringError("expected --node or --entry, but got both");
  }
  for (StringRef input : line.inputs) {
    llvm::Expected<ArrayFile> file = parseArrayFile("input", input);
    if (!file)
      return file.takeError();
    options.inputs.push_back(std::move(*file));
  }

  auto outputs = parseValueFiles("output", line.outputs);
  if (!outputs)
    return outputs.takeError();
  options.outputs = std::move(*outputs);
  llvm::StringSet<> paths;
  for (const ValueFile &output : options.outputs)
    if (!paths.insert(resolveOutput(output.file.path)).second)
      return createStringError("expected each --output to name its own file, "
                               "but got '" +
                               output.file.path + "' twice");
  auto expected = parseValueFiles("expect", line.expected);
  if (!expected)
    return expected.takeError();
  options.expected = std::move(*expected);

  auto rtol = parseTolerance("rtol", line.rtol);
  if (!rtol)
    return rtol.takeError();
  options.tolerance.rtol = *rtol;
  auto atol = parseTolerance("atol", line.atol);
  if (!atol)
    return atol.takeError();
  options.tolerance.atol = *atol;

  options.check = line.check;
  if (line.threads != "1")
    return createStringError("expected --threads to be 1 (there are no threads "
                             "yet), but got '" +
                             line.threads + "'");
  if (line.time.getNumOccurrences() > 0) {
    unsigned samples = kDefaultSamples;
    if ((line.timeIsEmpty || !line.time.empty()) &&
        (StringRef(line.time).getAsInteger(10, samples) || samples == 0 ||
         samples > kMaxSamples))
      return createStringError("expected --time to be a number from 1 to " +
                               Twine(kMaxSamples) + ", but got '" + line.time +
                               "'");
    options.timeSamples = samples;
  }
  if (line.print == "all")
    options.print = PrintMode::All;
  else if (line.print == "none")
    options.print = PrintMode::None;
  else if (line.print.getNumOccurrences() == 0 &&
           llvm::any_of(options.outputs, [](const ValueFile &output) {
             return output.file.path == "/dev/stdout";
           }))
    options.print = PrintMode::None;
  else if (line.print != "auto")
    return createStringError("expected --print to be auto, all or none, but "
                             "got '" +
                             line.print + "'");
  if (StringRef(line.optLevel).getAsInteger(10, options.optLevel) ||
      options.optLevel > 3)
    return createStringError("expected -O0 to -O3, but got '-O" +
                             line.optLevel + "'");
  options.sharedLibraries = line.sharedLibraries;
  if (llvm::is_contained(options.sharedLibraries, ""))
    return createStringError(
        "expected --shared-libs to name libraries, but got an empty name");
  return options;
}

llvm::Expected<Options> mlir::scatternd::parseCommandLine(int argc,
                                                          char **argv) {
  removeForeignOptions();
  static CommandLine line;
  // The parser takes it for --time.
  line.timeIsEmpty = llvm::is_contained(
      llvm::map_range(llvm::make_range(argv + 1, argv + argc),
                      [](StringRef argument) { return argument.ltrim('-'); }),
      "time=");
  registerNamedPasses(argc, argv);
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerPassManagerCLOptions();
  cl::HideUnrelatedOptions(line.category);

  if (llvm::Error error = parseOptions(
          argc, argv,
          "Compiles one function of an MLIR file or an ONNX model, calls it on "
          "arrays from files and shows or compares its results.\n"))
    return error;
  return convert(line);
}
