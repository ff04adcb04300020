#!/usr/bin/env bash
# Fills a folder with inputs for the fuzzer to start from: our own fixtures.
# usage: Tests/IAPFuzz/seeds.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p "$1"
for file in Fixtures/chains/good/* Fixtures/hostile/*.jws Fixtures/hostile/*.der \
  Fixtures/entitlements/* Fixtures/catalogs/*.storekit Fixtures/scenarios/*.json; do
  [ -f "$file" ] && cp "$file" "$1/$(basename "$(dirname "$file")")-$(basename "$file")"
done
printf '2026-03-01T00:00:00.5+01:00' > "$1/time"
printf 'P1Y2M3DT4H5M6S' > "$1/duration"
printf '{"status":0,"receipt":{"in_app":[{"product_id":"a","transaction_id":1,"purchase_date":"2020-07-22 17:39:08 America/Los_Angeles","cancellation_date":""}]},"pending_renewal_info":[{"original_transaction_id":"1"}]}' > "$1/answer.json"
printf 'store\nset\nrate\nmonthly-30-seconds\n--json' > "$1/words"
# A state file of each kind, where the command is built.
iap=.build/release/iap
if [ -x "$iap" ]; then
  store=$(mktemp -d)
  trap 'rm -rf "$store"' EXIT
  "$iap" --store "$store/s" init -q
  "$iap" --store "$store/s" purchase pro_monthly --no-finish -q
  "$iap" --store "$store/s" store advance 40d -q > /dev/null
  (cd "$store/s" && for file in *.json accounts/default/*.json; do
    cp "$file" "$store/state-$(basename "$file")"
  done
  for file in *.jsonl accounts/default/*.jsonl; do
    tail -n 1 "$file" > "$store/line-$(basename "$file")"
  done)
  cp "$store"/state-* "$store"/line-* "$1"
fi
