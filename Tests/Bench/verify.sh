#!/usr/bin/env bash
# Signatures a second of `iap verify --lines` against `openssl speed` in the same run, its memory, and
# decoded transactions a second of `iap entitlements --from --lines` against Foundation's JSONDecoder.
#
# usage: Tests/Bench/verify.sh [IAP [LINES [ROUNDS]]]    IAP: .build/release/iap, LINES: 60000, ROUNDS: 5
set -euo pipefail
cd "$(dirname "$0")/../.."
iap=${1:-.build/release/iap}
lines=${2:-60000}
rounds=${3:-5}
cores=$(getconf _NPROCESSORS_ONLN)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=Fixtures/chains/certificates/root.der

now() { perl -MTime::HiRes=time -e 'printf "%.3f\n", time'; }
repeat() { perl -e 'my ($n, $t) = @ARGV; $t =~ s/\s+$//; print "$t\n" for 1 .. $n' "$1" "$(cat "$2")"; }
median() { printf '%s\n' "$@" | sort -n | awk '{ row[NR] = $1 } END { print row[int((NR + 1) / 2)] }'; }
speed() { # verifications a second on all cores, by the clock on the wall as for iap
  openssl speed -elapsed -seconds 2 -multi "$cores" ecdsap256 2> /dev/null |
    awk '/ecdsa|nistp256/ { rate = $NF } END { print rate }'
}
rate() { # lines a second
  local start end
  start=$(now); "$iap" verify --lines "$work/lines" --trust-root "$root" --json > /dev/null; end=$(now)
  perl -e 'printf "%.1f\n", $ARGV[0] / ($ARGV[1] - $ARGV[2])' "$lines" "$end" "$start"
}

# A machine is never quite at rest: each round is compared with the mean of openssl's rate just
# before and just after it, and the middle one of all rounds counts.
repeat "$lines" Fixtures/chains/good/transaction.jws > "$work/lines"
echo "verify --lines, $lines transactions of one chain, $cores cores"
shares=()
before=$(speed)
for round in $(seq "$rounds"); do
  measured=$(rate); after=$(speed)
  reference=$(perl -e 'printf "%.1f", ($ARGV[0] + $ARGV[1]) / 2' "$before" "$after")
  share=$(perl -e 'printf "%.1f", 100 * $ARGV[0] / $ARGV[1]' "$measured" "$reference")
  echo "  round $round: $measured/s, openssl speed $reference/s: $share %"
  shares+=("$share"); before=$after
done
echo "  median: $(median "${shares[@]}") % (at least 92 wanted)"

# Apple's library checks the same lines on one core, as its users would; fewer of them, it is slow.
head -n 2000 "$work/lines" > "$work/some"
apple=$(Tests/Interop/apple.sh Tests/Bench/apple.py "$work/some" "$root")
if [ -n "$apple" ]; then
  echo "  Apple's Python library $apple/s: $(perl -e 'printf "%.0f", $ARGV[0] / $ARGV[1]' "$measured" "$apple") times (at least 50 wanted)"
fi

peak() { # KiB of memory at most
  /usr/bin/env python3 - "$@" <<'PY' 2> /dev/null || echo "?"
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
PY
}
echo "  memory: $(peak "$iap" verify --lines "$work/lines" --trust-root "$root" --json) KiB for $lines lines (under 65536 wanted)"
rm "$work/lines"

decoded=200000
perl -e 'my $t = do { local $/; <STDIN> }; for my $n (1 .. $ARGV[0]) { my $u = $t; my $id = 2000000000000000 + $n;
  $u =~ s/"transactionId":"\d+"/"transactionId":"$id"/; print "$u\n" }' "$decoded" \
  < Fixtures/chains/good/decoded.json > "$work/decoded"
swiftc -O Tests/Bench/decoder.swift -o "$work/decoder" 2> /dev/null
echo "decoded transactions, $decoded lines"
ratios=()
for round in $(seq "$rounds"); do
  slow=$("$work/decoder" "$work/decoded")
  start=$(now)
  "$iap" entitlements --from "$work/decoded" --lines --allow-unsigned --json > /dev/null 2>&1
  end=$(now)
  fast=$(perl -e 'printf "%.0f", $ARGV[0] / ($ARGV[1] - $ARGV[2])' "$decoded" "$end" "$start")
  ratio=$(perl -e 'printf "%.1f", $ARGV[0] / $ARGV[1]' "$fast" "$slow")
  echo "  round $round: $fast/s, JSONDecoder $slow/s on one core: $ratio times"
  ratios+=("$ratio")
done
echo "  median: $(median "${ratios[@]}") times (at least 5 wanted)"
