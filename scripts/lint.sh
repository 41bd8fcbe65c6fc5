#!/usr/bin/env bash
# Checks how the code looks: clang-format, shellcheck, and with --tidy also
# clang-tidy (minutes; needs a configured build folder).
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/common.sh
source scripts/common.sh
install_packages

status=0
mapfile -t sources < <(git ls-files '*.cpp' '*.c' '*.h')
if [[ ${#sources[@]} -gt 0 ]]; then
  clang-format-22 --dry-run -Werror "${sources[@]}" || status=1
fi
shellcheck scripts/*.sh .ci/run || status=1
if [[ ${1:-} == --tidy ]]; then
  mapfile -t sources < <(git ls-files '*.cpp' '*.c')
  printf '%s\n' "${sources[@]}" |
    xargs --max-procs 2 --max-args 1 clang-tidy-22 -p build --quiet \
      --warnings-as-errors='*' || status=1
fi
[[ $status -eq 0 ]] && echo "clean"
exit "$status"
