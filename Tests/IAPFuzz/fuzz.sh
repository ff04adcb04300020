#!/usr/bin/env bash
# Builds the fuzz target with libFuzzer and runs it from our own fixtures.
#
# usage: Tests/IAPFuzz/fuzz.sh [SECONDS]        600 by default; what crashes it is left in .build/fuzz
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-600}
folder=.build/fuzz
IAP_FUZZ=1 swift build -c release --scratch-path "$folder" --sanitize fuzzer --target IAPFuzz
mkdir -p "$folder/corpus"
Tests/IAPFuzz/seeds.sh "$folder/corpus"
products="$folder/release"
swiftc -sanitize=fuzzer -o "$folder/iap-fuzz" \
  "$products"/IAPFuzz.build/*.o "$products"/IAPCore.build/*.o \
  "$products"/IAPCommandLine.build/*.o "$products"/IAPPlatform.build/*.o \
  -lcrypto
# Swift's own crash handler would eat the crash file.
cd "$folder"
SWIFT_BACKTRACE=enable=no ./iap-fuzz -max_total_time="$seconds" -max_len=20000 -timeout=10 -rss_limit_mb=2048 corpus
