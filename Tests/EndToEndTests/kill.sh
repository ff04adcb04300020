#!/usr/bin/env bash
# usage: kill.sh IAP [COUNT]
# Ends `iap purchase` COUNT times at random instants. No purchase that was acknowledged may be lost,
# no file may become unreadable, and the next command must need no help.
set -euo pipefail

iap=$(realpath "$1")
count=${2:-1000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export IAP_STORE=$folder/.iap
"$iap" init --quiet
touch acknowledged

ids() { grep -o '"transactionId": *"[0-9]*"' "$1" | grep -o '[0-9]*' | sort -u; }

# How long a purchase takes here, in microseconds: the instants are spread over a little more.
start=${EPOCHREALTIME/[.,]/}
for _ in 1 2 3 4 5 6 7 8 9 10; do
  "$iap" purchase coins_100 --json > answer
  ids answer >> acknowledged
done
span=$(((${EPOCHREALTIME/[.,]/} - start) * 12 / 100))

check() {
  "$iap" history --json > history
  sort -u acknowledged > wanted
  lost=$(comm -23 wanted <(ids history))
  if [ -n "$lost" ]; then
    echo "lost after $1 kills: $lost" >&2
    exit 1
  fi
  "$iap" doctor --json > report || {
    cat report >&2
    exit 1
  }
}

killed=0
for number in $(seq "$count"); do
  "$iap" purchase coins_100 --json > answer 2> errors &
  process=$!
  delay=$((RANDOM * span / 32768))
  sleep "$(printf '0.%06d' "$delay")"
  kill -9 "$process" 2> /dev/null || true
  status=0
  wait "$process" 2> /dev/null || status=$?
  case $status in
    0) ids answer >> acknowledged ;;
    137) killed=$((killed + 1)) ;;
    *)
      cat errors >&2
      exit 1
      ;;
  esac
  if [ $((number % 100)) = 0 ]; then check "$number"; fi
done
check "$count"
echo "$count purchases, $killed of them killed, $(wc -l < wanted) acknowledged, none lost"
