# shellcheck shell=bash
# What the scripts share; sourced by them, from the repository's root.

# "COMMAND-OR-FILE PACKAGE": what each package is known by.
needed=(
  "cmake cmake"
  "ninja ninja-build"
  "ccache ccache"
  "g++ g++"
  "python3 python3"
  "/usr/lib/llvm-22/lib/cmake/llvm/LLVMConfig.cmake llvm-22-dev"
  "/usr/lib/llvm-22/lib/cmake/mlir/MLIRConfig.cmake libmlir-22-dev"
  "/usr/lib/llvm-22/bin/mlir-opt mlir-22-tools"
  "/usr/lib/llvm-22/bin/FileCheck llvm-22-tools"
  "clang-format-22 clang-format-22"
  "clang-tidy-22 clang-tidy-22"
  "shellcheck shellcheck"
  "/usr/include/gtest/gtest.h libgtest-dev"
  "/usr/include/onnx/onnx_pb.h libonnx-dev"
  "/usr/include/google/protobuf/message.h libprotobuf-dev"
)

# What scripts/fuzz.sh needs besides.
# shellcheck disable=SC2034
fuzz_needed=(
  "clang++-22 clang-22"
  "/usr/lib/llvm-22/lib/clang/22/lib/linux/libclang_rt.fuzzer-x86_64.a libclang-rt-22-dev"
)

# Prints the packages that are not there yet.
missing_packages() {
  local entry what package
  for entry in "${needed[@]}"; do
    read -r what package <<<"$entry"
    if [[ $what == /* ]]; then
      [[ -e $what ]] || echo "$package"
    else
      command -v "$what" >/dev/null || echo "$package"
    fi
  done
  # A Debian python3 comes without what a virtual environment starts from.
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    echo python3-venv
  fi
}

# Installs what is missing, as root or with sudo.
install_packages() {
  local packages as_root=()
  mapfile -t packages < <(missing_packages)
  [[ ${#packages[@]} -gt 0 ]] || return 0
  if ! command -v apt-get >/dev/null; then
    by_hand "this system has no apt-get" "${packages[@]}"
  fi
  if [[ $EUID -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
      by_hand "installing needs root, and there is no sudo" "${packages[@]}"
    fi
    as_root=(sudo)
  fi
  echo "Installing: ${packages[*]}"
  "${as_root[@]}" apt-get update -q ||
    by_hand "apt-get update failed" "${packages[@]}"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${packages[@]}" ||
    by_hand "apt-get install failed" "${packages[@]}"
}

# Says what to install by hand, and ends: by_hand REASON PACKAGE...
by_hand() {
  echo "error: $1; please install these packages (their names on Debian 12):" >&2
  shift
  printf '  %s\n' "$@" >&2
  exit 1
}

# make_python BUILD: a virtual environment with the pinned packages.
make_python() {
  local venv=$1/venv
  if ! cmp -s test/requirements.txt "$venv/requirements.txt"; then
    echo "Making the Python environment in $venv"
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/python3" -m pip install --quiet --disable-pip-version-check \
      --requirement test/requirements.txt
    # Last, so that an environment made half way is made again.
    cp test/requirements.txt "$venv/requirements.txt"
  fi
}

# build PRESET BUILD: configures and builds everything, with two jobs as a
# compile of MLIR's headers takes a gigabyte of memory.
build() {
  make_python "$2"
  cmake --preset "$1"
  cmake --build "$2" --parallel 2
}
