#!/bin/sh
# Any other CI: checks this branch against the one that it will be merged into. Usage: lint.sh [BASE-BRANCH]
set -eu

base=${1:-main}

# The range begins where both lines parted; a shallow clone does not know where that is.
if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
  git fetch --quiet --unshallow origin
fi
git fetch --quiet origin "+refs/heads/$base:refs/remotes/origin/$base"

phase-pipeline lint --base "origin/$base"
