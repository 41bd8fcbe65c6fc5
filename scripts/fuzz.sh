#!/usr/bin/env bash
# Fuzzes what reads ONNX files: fuzz.sh [SECONDS], for each target (default 60).
# Builds in build-fuzz/ with Clang. New inputs are kept in build-fuzz/corpus/;
# one that crashes is kept there as well, and the exit status is 1.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/common.sh
source scripts/common.sh
seconds=${1:-60}

needed+=("${fuzz_needed[@]}")
install_packages
cmake --preset fuzz
cmake --build build-fuzz --parallel 2 --target fuzz-model fuzz-tensor

status=0
for what in model tensor; do
  found=build-fuzz/corpus/$what
  mkdir -p "$found"
  "build-fuzz/bin/fuzz-$what" "$found" "test/Fuzz/corpus/$what" \
    -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 -max_len=65536 \
    -artifact_prefix="$found-" -print_final_stats=1 -verbosity=0 || status=1
done
exit "$status"
