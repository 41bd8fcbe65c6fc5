#!/usr/bin/env bash
# Installs the packages that the project is built with; does nothing where all
# are there. The other scripts call this by themselves.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/common.sh
source scripts/common.sh
install_packages
echo "All packages are there."
