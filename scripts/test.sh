#!/usr/bin/env bash
# Builds the project and runs its tests. The last line is "N passed, N failed";
# the exit status is 0 only if none failed.
#   --sanitize  with GCC's address and undefined-behaviour sanitizers
#   --slow      the slow tests as well
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/common.sh
source scripts/common.sh

preset=default folder=build selection=(--label-exclude slow)
for option in "$@"; do
  case $option in
    --sanitize) preset=sanitize folder=build-sanitize ;;
    --slow) selection=() ;;
    *)
      echo "usage: $0 [--sanitize] [--slow]" >&2
      exit 2
      ;;
  esac
done

install_packages
build "$preset" "$folder"

log=$folder/test.log
status=0
ctest --test-dir "$folder" --parallel 2 --output-on-failure "${selection[@]}" |
  tee "$log" || status=$?

# "...% tests passed, F tests failed out of N"
summary=$(grep -E 'tests passed, [0-9]+ tests failed out of [0-9]+' "$log" | tail -n 1)
if [[ ! $summary =~ ([0-9]+)\ tests\ failed\ out\ of\ ([0-9]+) ]]; then
  echo "error: ctest gave no summary" >&2
  exit 1
fi
failed=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]}
# No test at all is a mistake as well.
[[ $total -gt 0 ]] || status=1
echo "$((total - failed)) passed, $failed failed"
exit "$status"
