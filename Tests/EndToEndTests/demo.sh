#!/usr/bin/env bash
# The main job on the bundled sample shop: buy, ask whether the customer is entitled, see why.
# usage: demo.sh PATH-OF-IAP
set -euo pipefail
iap=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

run() {
  printf '\n$ iap %s\n' "$*"
  "$iap" "$@"
}

run init
run products
run purchase pro_monthly
run entitlements --require pro
run store set ask-to-buy on
run purchase lifetime || test $? -eq 4
run store approve lifetime
run queue
run finish --all
run store advance P2M
run entitlements --explain
run store refund lifetime
run store cancel pro_monthly
run store advance P1M
run entitlements --require pro || test $? -eq 1
printf '\nBought, approved, renewed, refunded and lapsed, without an account or a network.\n'
