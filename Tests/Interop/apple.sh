#!/bin/sh
# Runs a Python program that uses Apple's own library for servers.
#
# usage: apple.sh PROGRAM [ARGUMENT...]
# Makes a Python environment in .build/interop and installs app-store-server-library from PyPI into
# it. Where PyPI cannot be reached nothing is run, which is said, and is no failure.
set -u

test $# -gt 0 || { echo "usage: apple.sh PROGRAM [ARGUMENT...]" >&2; exit 2; }
folder=.build/interop
python=${PYTHON:-python3}

skip() {
  echo "Apple's library: NOT CHECKED: $1" >&2
  exit 0
}

command -v "$python" > /dev/null || skip "there is no $python"
if ! "$folder/bin/python" -c "import appstoreserverlibrary" 2> /dev/null; then
  "$python" -m venv "$folder" > "$folder.log" 2>&1 || skip "cannot make a Python environment ($folder.log)"
  "$folder/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 20 \
    app-store-server-library >> "$folder.log" 2>&1 \
    || skip "PyPI cannot be reached ($folder.log)"
fi
exec "$folder/bin/python" "$@"
