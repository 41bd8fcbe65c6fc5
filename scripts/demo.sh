#!/usr/bin/env bash
# Builds the project and shows what it does: the ONNX page's two examples, an
# embedding that is updated by a batch of tokens, and an ONNX model. Each result
# is compared with the expected one; the exit status is 0 only if all are right.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/common.sh
source scripts/common.sh

install_packages
build default build

inputs=build/demo
build/venv/bin/python3 examples/make_inputs.py "$inputs"
build/venv/bin/python3 examples/make_onnx_model.py "$inputs"

title() {
  # Bold where a person looks on.
  if [[ -t 1 ]]; then
    printf '\n\033[1m== %s\033[0m\n' "$1"
  else
    printf '\n== %s\n' "$1"
  fi
}
show() {
  printf '\n'
  sed 's/^/    /' "$1"
}
# Prints the command, then runs it.
run() {
  printf '\n$ %s\n' "$*"
  "$@"
}
runner=build/bin/scatternd-run

for number in 1 2; do
  example=onnx_example_$number
  title "The ONNX page's example $number"
  show "examples/$example.mlir"
  run "$runner" "examples/$example.mlir" \
    --input="$inputs/$example.data.npy" \
    --input="$inputs/$example.indices.npy" \
    --input="$inputs/$example.updates.npy" \
    --expect="$inputs/$example.expected.npy" --print=all
  echo "The result is what the ONNX page says, bit for bit."
done

example=embedding_update
title "An embedding of 1000 rows, updated by 256 tokens"
show "examples/$example.mlir"
operands=(--input="$inputs/$example.table.npy"
  --input="$inputs/$example.tokens.npy"
  --input="$inputs/$example.gradients.npy")
run "$runner" "examples/$example.mlir" "${operands[@]}" \
  --expect="arg0=$inputs/$example.expected.npy" --check --time
echo "The table in place, every bit as a plain loop gives it, and how long it took."

run "$runner" "examples/$example.mlir" --entry=on_tensors "${operands[@]}" \
  --expect="$inputs/$example.expected.npy" --check --print=none
echo "The same on tensors, where the table given is left as it is."

run "$runner" "examples/$example.mlir" --entry=look_up \
  --input="$inputs/$example.expected.npy" \
  --input="$inputs/$example.tokens.npy" \
  --input="$inputs/$example.gradients.npy" \
  --expect="$inputs/$example.found.npy" --check --print=none
echo "Each token's row, looked up again."

title "A token that the table does not have"
if run "$runner" "examples/$example.mlir" \
  --input="$inputs/$example.table.npy" \
  --input="$inputs/$example.bad_tokens.npy" \
  --input="$inputs/$example.gradients.npy" --print=none 2>&1; then
  echo "error: the bad token was not reported" >&2
  exit 1
fi
echo "It is reported before anything is written."

title "An ONNX model, with the result of ONNX's own evaluator"
run "$runner" "$inputs/histogram.onnx" --check \
  --input="$inputs/input_0.pb" --input="$inputs/input_1.pb" \
  --expect="$inputs/output_0.pb"
echo "The histogram, bit for bit; one bin is there three times."

title "All results were right"
