//===- scatternd-run.cpp - Runs a function on .npy files ------------------===//
//
// Part of the ScatterND project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../support/OutputFile.h"
#include "Entry.h"
#include "Options.h"
#include "Process.h"
#include "Program.h"
#include "ScatterND/Execution/ArrayFile.h"
#include "ScatterND/Execution/Print.h"
#include "Timing.h"
#include "llvm/Support/Format.h"
#include <chrono>
#include <unistd.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

using namespace mlir;
using namespace mlir::scatternd;
using Clock = std::chrono::steady_clock;

static double getSecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

static std::unique_ptr<CallFrame> makeFrame(const Entry &entry,
                                            ArrayRef<HostBuffer> arguments) {
  SmallVector<CallFrame::Argument> frameArguments;
  for (auto [type, buffer] : llvm::zip_equal(entry.arguments, arguments))
    frameArguments.push_back({buffer.getView(), type.isScalar()});
  SmallVector<ResultType> results;
  for (const ValueType &type : entry.results)
    results.push_back({type.element, type.isScalar(),
                       static_cast<int64_t>(type.getShape().size())});
  return std::make_unique<CallFrame>(frameArguments, results);
}

static void callFunction(const CompiledFunction &function, CallFrame &frame) {
  setActivity("in compiled code");
  frame.call(function);
  setActivity("after the call");
  // What compiled code has printed comes before what is printed about it.
  flushCompiledOutput();
}

//===----------------------------------------------------------------------===//
// Values around the call
//===----------------------------------------------------------------------===//

namespace {
/// A result or an argument that an option speaks of.
struct Target {
  const ValueType *type;
  /// "result N" or "argument N".
  std::string name;
  std::optional<unsigned> argument;
  unsigned result = 0;
};
} // namespace

/// Finds what each value of --output or --expect stands for.
static llvm::Expected<std::vector<Target>>
findTargets(const Entry &entry, ArrayRef<ValueFile> files, StringRef option) {
  std::vector<Target> targets;
  unsigned numResults = 0;
  for (const ValueFile &file : files) {
    Target &target = targets.emplace_back();
    target.argument = file.argument;
    if (!file.argument) {
      target.result = numResults++;
      if (target.result >= entry.results.size())
        return llvm::createStringError(
            "expected at most one --" + option + " for each of " +
            Twine(entry.results.size()) +
            " results (argN=... names memref argument N), but got '" +
            file.file.path + "', too");
      target.type = &entry.results[target.result];
      target.name = "result " + std::to_string(target.result);
      continue;
    }
    unsigned argument = *file.argument;
    target.name = "argument " + std::to_string(argument);
    if (argument >= entry.arguments.size())
      return llvm::createStringError(
          "--" + option + "=arg" + Twine(argument) + "=...: expected one of " +
          Twine(entry.arguments.size()) + " arguments, numbered from 0");
    target.type = &entry.arguments[argument];
    if (!target.type->isMemRef())
      return llvm::createStringError("--" + option + "=arg" + Twine(argument) +
                                     "=...: expected a memref argument, but "
                                     "got " +
                                     target.type->getName());
  }
  return targets;
}

static HostView getValue(const Target &target, const CallFrame &frame,
                         ArrayRef<HostBuffer> arguments) {
  return target.argument ? arguments[*target.argument].getView()
                         : frame.getResult(target.result);
}

static llvm::Expected<std::vector<HostBuffer>>
loadInputs(const Entry &entry, ArrayRef<ArrayFile> files) {
  if (files.size() != entry.arguments.size()) {
    std::string types;
    for (auto [type, name] :
         llvm::zip_equal(entry.arguments, entry.argumentNames)) {
      types += (types.empty() ? " (" : ", ") + type.getName();
      if (!name.empty())
        types += " '" + name + "'";
    }
    return llvm::createStringError(
        "expected one --input for each of " + Twine(entry.arguments.size()) +
        " arguments" + (types.empty() ? "" : types + ")") + ", but got " +
        Twine(files.size()));
  }
  std::vector<HostBuffer> inputs;
  for (auto [i, type] : llvm::enumerate(entry.arguments)) {
    llvm::Expected<HostBuffer> input = loadArgument(type, files[i]);
    if (!input)
      return llvm::createStringError("input " + Twine(i) + ": " +
                                     llvm::toString(input.takeError()));
    inputs.push_back(std::move(*input));
  }
  return inputs;
}

static llvm::Expected<std::vector<HostBuffer>>
loadExpected(ArrayRef<Target> targets, ArrayRef<ValueFile> files) {
  std::vector<HostBuffer> expected;
  for (auto [target, file] : llvm::zip_equal(targets, files)) {
    auto buffer = readArray(file.file, target.type->element);
    if (!buffer)
      return llvm::createStringError("expected " + target.name + ": " +
                                     llvm::toString(buffer.takeError()));
    expected.push_back(std::move(*buffer));
  }
  return expected;
}

static llvm::Expected<std::vector<HostBuffer>>
cloneAll(ArrayRef<HostBuffer> buffers) {
  std::vector<HostBuffer> copies;
  for (const HostBuffer &buffer : buffers) {
    llvm::Expected<HostBuffer> copy = buffer.clone();
    if (!copy)
      return copy.takeError();
    copies.push_back(std::move(*copy));
  }
  return copies;
}

/// Compares the value after the call with what it should be.
static LogicalResult compare(const Twine &name, const HostView &got,
                             const HostView &expected,
                             const CompareOptions &options) {
  if (auto difference = compareBuffers(got, expected, options))
    return fail(name + ": " + *difference);
  return success();
}

static void print(const Twine &name, const ValueType &type,
                  const HostView &view, PrintMode mode) {
  llvm::outs() << name << ": " << type.getName(view.shape) << " = ";
  printElements(llvm::outs(), view, /*shorten=*/mode == PrintMode::Auto);
  llvm::outs() << '\n';
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

/// Runs `module` by the reference loop on `arguments`, and compares with what
/// the run in `frame` made of `got`.
static LogicalResult check(Program &program, ModuleOp module,
                           const Options &options, const Entry &entry,
                           const CompileOptions &compileOptions,
                           const CallFrame &frame, ArrayRef<HostBuffer> got,
                           ArrayRef<HostBuffer> arguments) {
  CompareOptions comparison;
  comparison.nanEqualsNan = hasReduction(module);
  setActivity("while compiling for --check");
  // Without the optimizer, so that its faults show.
  CompileOptions plainOptions = compileOptions;
  plainOptions.optLevel = 0;
  FailureOr<CompiledFunction> function = program.compile(
      module, options.entry, Program::Lowering::Reference, plainOptions);
  if (failed(function))
    return failure();
  ReportCollector reports("--check: only the reference loop says: ");
  std::unique_ptr<CallFrame> reference = makeFrame(entry, arguments);
  callFunction(*function, *reference);
  if (failed(reports.check()))
    return failure();
  if (llvm::Error error = reference->checkResults())
    return fail("--check: " + llvm::toString(std::move(error)));

  LogicalResult result = success();
  for (size_t i = 0; i < entry.results.size(); ++i)
    if (failed(compare("--check: result " + Twine(i), frame.getResult(i),
                       reference->getResult(i), comparison)))
      result = failure();
  // Tensor arguments, too: they must not change.
  for (size_t i = 0; i < arguments.size(); ++i)
    if (!entry.isWritable[i] &&
        failed(compare("--check: argument " + Twine(i), got[i].getView(),
                       arguments[i].getView(), comparison)))
      result = failure();
  return result;
}

/// Writes the files of --output. The last step: all that was to be printed is
/// out by then.
static LogicalResult writeOutputs(const Options &options,
                                  ArrayRef<HostView> outputs) {
  if (failed(flushOutput()))
    return failure();
  auto write = [](const ArrayFile &file, const HostView &output,
                  raw_ostream &os) {
    llvm::Error error = writeArray(os, file.form, output);
    if (!error)
      return error;
    return llvm::createStringError("cannot write " + file.path + ": " +
                                   llvm::toString(std::move(error)));
  };
  // What goes to a pipe cannot be taken back: plain files are all there by
  // then, and only move to their places after it.
  std::vector<OutputFile> files;
  for (auto [target, output] : llvm::zip_equal(options.outputs, outputs)) {
    if (isSpecialFile(target.file.path))
      continue;
    auto written = OutputFile::create(
        target.file.path,
        [&, &target = target, &output = output](raw_ostream &os) {
          return write(target.file, output, os);
        });
    if (!written)
      return fail(written.takeError());
    files.push_back(std::move(*written));
  }
  for (auto [target, output] : llvm::zip_equal(options.outputs, outputs))
    if (isSpecialFile(target.file.path))
      if (llvm::Error error = writeOutput(
              target.file.path,
              [&, &target = target, &output = output](raw_ostream &os) {
                return write(target.file, output, os);
              }))
        return fail(std::move(error));
  for (OutputFile &file : files)
    if (llvm::Error error = file.commit())
      return fail(std::move(error));
  return success();
}

static LogicalResult run(const Options &options) {
  setActivity("while reading the program");
  auto start = Clock::now();
  // Never torn down: the process ends first. Static, so that a leak checker
  // finds it.
  static Program &program = *new Program();
  if (failed(program.read(options)))
    return failure();
  double compileSeconds = getSecondsSince(start);

  auto entry = findEntry(program.getModule(), options.entry);
  if (!entry)
    return fail(entry.takeError());
  auto outputTargets = findTargets(*entry, options.outputs, "output");
  if (!outputTargets)
    return fail(outputTargets.takeError());
  auto expectedTargets = findTargets(*entry, options.expected, "expect");
  if (!expectedTargets)
    return fail(expectedTargets.takeError());
  setActivity("while reading inputs");
  auto arguments = loadInputs(*entry, options.inputs);
  if (!arguments)
    return fail(arguments.takeError());
  auto expected = loadExpected(*expectedTargets, options.expected);
  if (!expected)
    return fail(expected.takeError());
  std::vector<HostBuffer> checkArguments;
  OwningOpRef<ModuleOp> checkModule;
  if (options.check) {
    auto copies = cloneAll(*arguments);
    if (!copies)
      return fail(copies.takeError());
    checkArguments = std::move(*copies);
    checkModule = program.getModule().clone();
  }

  setActivity("while compiling");
  CompileOptions compileOptions;
  compileOptions.optLevel = options.optLevel;
  compileOptions.sharedLibraries.assign(options.sharedLibraries.begin(),
                                        options.sharedLibraries.end());
  llvm::append_range(compileOptions.symbols, getProcessSymbols());
  start = Clock::now();
  FailureOr<CompiledFunction> function =
      program.compile(program.getModule(), options.entry,
                      Program::Lowering::Normal, compileOptions);
  if (failed(function))
    return failure();
  compileSeconds += getSecondsSince(start);

  ReportCollector reports;
  std::unique_ptr<CallFrame> frame = makeFrame(*entry, *arguments);
  callFunction(*function, *frame);
  if (failed(reports.check()))
    return failure();
  if (llvm::Error error = frame->checkResults())
    return fail(std::move(error));

  if (options.print != PrintMode::None) {
    for (auto [i, type] : llvm::enumerate(entry->results))
      print("result " + Twine(i), type, frame->getResult(i), options.print);
    for (auto [i, type] : llvm::enumerate(entry->arguments))
      if (entry->isWritten[i])
        print("argument " + Twine(i), type, (*arguments)[i].getView(),
              options.print);
    llvm::outs().flush();
  }

  LogicalResult result = success();
  for (auto [target, file, buffer] :
       llvm::zip_equal(*expectedTargets, options.expected, *expected))
    if (failed(compare(target.name + " and " + file.file.path,
                       getValue(target, *frame, *arguments), buffer.getView(),
                       options.tolerance)))
      result = failure();
  if (options.check &&
      failed(check(program, *checkModule, options, *entry, compileOptions,
                   *frame, *arguments, checkArguments)))
    result = failure();
  if (failed(result))
    return failure();

  std::vector<HostView> outputs;
  for (const Target &target : *outputTargets)
    outputs.push_back(getValue(target, *frame, *arguments));
  if (!options.timeSamples)
    return writeOutputs(options, outputs);

  // Files show the first call, but are written when nothing can fail any more.
  std::vector<HostBuffer> firstOutputs;
  for (HostView &output : outputs) {
    auto copy = HostBuffer::create(output.type, output.shape);
    if (!copy)
      return fail(copy.takeError());
    copy->copyFrom(output);
    output = copy->getView();
    firstOutputs.push_back(std::move(*copy));
  }
  ReportCollector timedReports("while timing: ");
  setActivity("in compiled code, while timing");
  CallTimes times = timeCalls(*function, *frame, *options.timeSamples);
  setActivity("after timing");
  if (failed(timedReports.check()))
    return failure();
  llvm::outs() << llvm::format("compile: %.3e s\n", compileSeconds)
               << llvm::format("time: median %.3e s, min %.3e s, %u samples\n",
                               times.median, times.min, *options.timeSamples);
  return writeOutputs(options, outputs);
}

int main(int argc, char **argv) {
  openStandardStreams();
  installCrashHandlers();
  keepFreedMemory();
  llvm::Expected<Options> options = parseCommandLine(argc, argv);
  LogicalResult result = options ? run(*options) : fail(options.takeError());
  if (failed(flushOutput()))
    result = failure();
#ifdef __SANITIZE_ADDRESS__
  // What nobody refers to any more is a leak: of ours, or of compiled code.
  if (__lsan_do_recoverable_leak_check())
    result = failure();
#endif
  // Taking compiler and compiled code apart takes time and frees nothing that
  // the end of the process does not.
  _exit(succeeded(result) ? 0 : 1);
}
