#!/usr/bin/env bash
# The numbers to hold, as ratios within this one run: machines differ, ratios hardly do.
# usage: bench.sh PATH-OF-IAP [ROUNDS]
set -euo pipefail
iap=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
rounds=${2:-200}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cc -O2 -o spawn "$here/spawn.c"
cc -O2 -o empty "$here/empty.c"

row() { printf '%-58s %10s   target %s\n' "$1" "$2" "$3"; }

# A store with one subscriber and a past of so many transactions, written as iap writes it.
history() {
  "$iap" --store "$1" init -q > /dev/null
  "$iap" --store "$1" purchase lifetime -q > /dev/null
  "$iap" --store "$1" purchase coins_100 -q > /dev/null
  local file="$1/accounts/default/history.jsonl"
  # Ids ascend: the counter of the account goes on where the made-up past ends.
  tail -n 1 "$file" | sed 's/2000001000000002/@/g' > "$1/line.txt"
  awk -v count="$2" '{
    parts = split($0, part, "@")
    for (number = 3; number < count; number++) {
      id = sprintf("2000001%09d", number); made = part[1]
      for (index_ = 2; index_ <= parts; index_++) made = made id part[index_]
      print made
    } }' "$1/line.txt" >> "$file"
  rm "$1/line.txt"
  sed -i "s/\"transactions\": 2/\"transactions\": $2/" "$1/accounts/default/account.json"
}

# So many more accounts, which own nothing.
accounts() {
  awk -v count="$2" -v folder="$1" 'BEGIN {
    registry = folder "/accounts.json"; due = folder "/due.json"
    printf "{\n  \"accounts\": [\n    {\n      \"name\": \"default\",\n      \"ordinal\": 1\n    }" > registry
    printf "{\n  \"accounts\": {\n" > due
    for (number = 2; number <= count; number++) {
      name = sprintf("a%05d", number)
      printf ",\n    {\n      \"name\": \"%s\",\n      \"ordinal\": %d\n    }", name, number > registry
      printf "    \"%s\":          null,\n", name > due
    }
    printf "\n  ],\n  \"format\": \"iap.accounts\",\n  \"version\": 1\n}\n" > registry
    printf "    \"default\":          null\n  },\n  \"format\": \"iap.due\",\n  \"version\": 1\n}\n" > due
  }'
  local number name
  for number in $(seq 2 "$2"); do
    name=$(printf 'a%05d' "$number")
    mkdir -p "$1/accounts/$name"
    sed "s/\"name\": \"default\"/\"name\": \"$name\"/; s/\"ordinal\": 1/\"ordinal\": $number/" \
      "$1/fresh.json" > "$1/accounts/$name/account.json"
  done
}

history small 100
history large 1000000
ask="entitlements --require pro -q"
buy="purchase coins_100 -q"

set -- $(./spawn "$rounds" "$iap" --store small $ask -- ./empty)
row "entitlements --require, against an empty C program" "$3" "<= 3"
if command -v valgrind > /dev/null; then
  for program in "$iap --store small $ask" ./empty; do
    count=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null $program 2>&1 > /dev/null |
      sed -n 's/.*Collected : //p')
    row "  instructions of ${program##*/}" "$count" "-"
  done
fi
set -- $(./spawn "$rounds" "$iap" --store large $ask -- "$iap" --store small $ask)
row "the same, 1,000,000 past transactions against 100" "$3" "<= 1.2"
set -- $(./spawn 60 "$iap" --store large $buy -- "$iap" --store small $buy)
row "purchase, 1,000,000 past transactions against 100" "$3" "<= 1.3"
"$iap" --store crowd init -q > /dev/null
cp crowd/accounts/default/account.json crowd/fresh.json
accounts crowd 10000
rm crowd/fresh.json
"$iap" --store alone init -q > /dev/null
set -- $(./spawn 60 "$iap" --store crowd $buy -- "$iap" --store alone $buy)
row "purchase, 10,000 other accounts against none" "$3" "<= 1.3"

# The engine alone, without disk and signing: a few subscribers for long against many for short
# have the same live state, or ten times of it, at the same number of renewals.
bench=$(dirname "$iap")/IAPBench
for shape in "1000 20" "1000 100"; do
  # shellcheck disable=SC2086
  set -- $("$bench" $shape) "${shape#* }"
  row "renewals a second in one advance over $5 years" "$1" ">= 100000"
  row "  memory grown by $2 renewals, KiB" "$(($4 - $3))" "<= 4096"
done
if command -v valgrind > /dev/null; then
  one=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" 100 10 2>&1 > /dev/null |
    sed -n 's/.*Collected : //p')
  two=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" 100 20 2>&1 > /dev/null |
    sed -n 's/.*Collected : //p')
  row "  instructions of one renewal" "$(((two - one) / 12000))" "-"
fi

# The whole command: disk, history, notifications, and an app that verifies all that it is sent.
"$iap" --store years init --now 2000-01-01 -q > /dev/null
"$iap" --store years purchase pro_monthly -q > /dev/null
start=$(date +%s%N)
renewals=$("$iap" --store years store advance --to 2150-01-01 --json | grep -c '"kind": "renewed"')
end=$(date +%s%N)
row "renewals a second of the whole command, one subscriber" \
  "$(awk -v n="$renewals" -v t="$((end - start))" 'BEGIN { printf "%.0f", n / (t / 1e9) }')" "-"
