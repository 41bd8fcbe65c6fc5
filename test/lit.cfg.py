"""How lit runs the suite; CMake writes the paths into lit.site.cfg.py."""

import os

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import FindTool, ToolSubst

config.name = "ScatterND"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.scatternd_build_dir, "test")
config.excludes = ["Inputs", "cases", "python", "consumer"]

# A variable that a block sets is gone at the next label, and a prefix that is
# named but never used is a mistake.
file_check = ["-enable-var-scope", "--allow-unused-prefixes=false"]
llvm_config.add_tool_substitutions(
    [
        ToolSubst("FileCheck", FindTool("FileCheck"), extra_args=file_check),
        "scatternd-opt",
        "scatternd-run",
        "scatternd-translate",
        "mlir-opt",
        "mlir-translate",
        "llc",
        "not",
        "count",
        "split-file",
    ],
    [config.scatternd_tools_dir, config.llvm_tools_dir],
)
config.substitutions += [
    ("%scatternd_run", os.path.join(config.scatternd_tools_dir, "scatternd-run")),
    ("%scatternd_tools", config.scatternd_tools_dir),
    ("%llvm_tools", config.llvm_tools_dir),
    ("%scatternd_libs", os.path.join(config.scatternd_build_dir, "lib")),
    ("%generated_docs", os.path.join(config.scatternd_build_dir, "docs")),
    ("%python", config.scatternd_python),
    ("%examples", os.path.join(config.scatternd_source_dir, "examples")),
]

if config.scatternd_sanitize:
    config.available_features.add("sanitize")
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
