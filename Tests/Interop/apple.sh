#!/bin/sh
# What iap issues, judged by Apple's own library for servers.
#
# usage: interop.sh IAP [FOLDER]
# Makes a Python environment in FOLDER (.build/interop) and installs app-store-server-library from
# PyPI into it. Where PyPI cannot be reached nothing is judged, which is said, and is no failure.
set -u

iap=${1:?usage: interop.sh IAP [FOLDER]}
folder=${2:-.build/interop}
here=$(dirname "$0")
python=${PYTHON:-python3}

skip() {
  echo "interop: NOT CHECKED: $1" >&2
  exit 0
}

command -v "$python" > /dev/null || skip "there is no $python"
if ! "$folder/bin/python" -c "import appstoreserverlibrary" 2> /dev/null; then
  "$python" -m venv "$folder" > "$folder.log" 2>&1 || skip "cannot make a Python environment ($folder.log)"
  "$folder/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 20 \
    app-store-server-library >> "$folder.log" 2>&1 \
    || skip "PyPI cannot be reached ($folder.log)"
fi
exec "$folder/bin/python" "$here/interop.py" "$iap"
