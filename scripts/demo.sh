#!/bin/sh
# Fills one store from all five services of a sandbox, writes every report, and shows that the store's
# archive alone gives the same reports.
#
#   scripts/demo.sh RAILBIRD OUT
#   SEED   the sandbox's seed (default: 1)
#
# RAILBIRD is the program, OUT a folder, which is emptied. Nothing outside OUT is written, and nothing but
# the sandbox on this machine is asked.
set -eu

railbird=${1:?usage: scripts/demo.sh RAILBIRD OUT}
out=${2:?usage: scripts/demo.sh RAILBIRD OUT}
log=$out/demo.log
store=$out/store
customer=demo-customer

# What the user has set for real services is none of the sandbox's.
unset CHATIST_API_URL CHATIST_CONFIG CHATIST_CUSTOMER_ID RAILBIRD_SEASONAL_TOKEN \
  RAILBIRD_BETABLE_ACCESS_TOKEN RAILBIRD_BETABLE_SESSION_ID
export no_proxy=127.0.0.1 NO_PROXY=127.0.0.1

# --- Steps: a title, how long it took, and the last thing that it said.

milliseconds() { python3 -c 'import time; print(time.monotonic_ns() // 1000000)'; }

seconds() { printf '%d.%d' $(($1 / 1000)) $(($1 % 1000 / 100)); }

begin() {
  title=$1
  begun=$(milliseconds)
  printf '\n%s\n' "$title" >>"$log"
}

# Names the step that ended with this code; a failure is the end.
end() {
  cat "$out/step.log" "$out/step.err" >>"$log"
  if [ "$1" != 0 ]; then
    printf 'failed: %s\n' "$title" >&2
    tail -n 5 "$out/step.log" "$out/step.err" >&2
    exit 1
  fi
  printf '%6s s  %s\n' "$(seconds $(($(milliseconds) - begun)))" "$title"
  tail -n 1 "$out/step.log" | sed 's/^/          /'
}

step() {
  begin "$1"
  shift
  # A shell of its own, in no condition: else a failure within would not be the end of it.
  set +e
  (
    set -e
    "$@"
  ) >"$out/step.log" 2>"$out/step.err"
  code=$?
  set -e
  end $code
}

# A control call of the sandbox: method, path and query, and a member of the answer to print.
ask() {
  python3 - "$1" "$url$2" "${3:-}" <<'PYTHON'
import json, sys, urllib.request as http
method, url, member = sys.argv[1:]
body = b"" if method == "POST" else None
answer = http.urlopen(http.Request(url, method=method, data=body)).read().decode()
print(json.loads(answer)[member] if member else answer.strip())
PYTHON
}

# --- The sandbox: one process, one seed, five services.

start_sandbox() {
  days=$(python3 -c 'import datetime as d
now = d.datetime.now(d.timezone.utc).date()
print(now - d.timedelta(days=9), now)')
  first=${days% *}
  last=${days#* }
  : >"$out/sandbox.txt"
  "$railbird" sandbox --seed "${SEED:-1}" --from "$first" --days 10 --races-per-day 6 --rate 0 \
    --sportsbook-at "${last}T12:00:00Z" >"$out/sandbox.txt" 2>"$out/sandbox.log" &
  sandbox=$!
  tries=0
  # The key of the last service is the last line.
  while ! grep -q '^CHATIST_API_KEY=' "$out/sandbox.txt"; do
    tries=$((tries + 1))
    if [ $tries -gt 600 ] || ! kill -0 "$sandbox" 2>/dev/null; then
      cat "$out/sandbox.log" >&2
      end 1
    fi
    sleep 0.1
  done
  url=$(head -n 1 "$out/sandbox.txt")
  echo "$url serves $first to $last"
}

stop_sandbox() {
  if [ -n "${sandbox:-}" ]; then
    kill "$sandbox" 2>/dev/null || true
    wait "$sandbox" 2>/dev/null || true
  fi
}

# --- What people do with the services.

earn_points() {
  ask POST '/sandbox/clock?at=2024-09-02T08:00:00Z&step_ms=86400000'
  "$railbird" seasonal add --coach --description 'Team breakfast' --threshold 60 --order 1 \
    --season xc --year 2024 --base-url "$url"
  "$railbird" seasonal add --coach --description 'New hoodies' --threshold 1000 --order 2 \
    --season xc --year 2024 --base-url "$url"
  for runner in 1 2 3 4; do
    for activity in TRAINING_RUN WORKOUT MEET_LOG; do
      "$railbird" seasonal earn "$runner" "$activity" --uuid "demo-$runner-$activity" \
        --season xc --year 2024 --base-url "$url"
    done
  done
}

place_bets() {
  page=$("$railbird" betable authorize --classic --base-url "$url")
  ask GET "/sandbox/betable/authorize?${page#*\?}" location |
    "$railbird" betable login --base-url "$url"
  "$railbird" betable bet wheel --wager 0.20 --currency GBP --on red 17 --times 20 \
    --store "$store" --base-url "$url"
  "$railbird" betable bet lucky-sevens --wager 0.10 --currency GBP --paylines 1,1,1 --times 40 \
    --store "$store" --base-url "$url"
}

write_tickets() {
  ask POST "/sandbox/chatist/generate?tickets=200&days=10&customer=$customer"
  "$railbird" chatist new 'The odds are not shown, see the log.' --attach "$log" \
    --channel web --customer "$customer" --base-url "$url"
  ticket=$("$railbird" chatist new 'My payout has not come yet.' --customer "$customer" \
    --base-url "$url" | sed 's/^Opened //')
  "$railbird" chatist send "$ticket" 'It is there now, thank you.' --customer "$customer" \
    --base-url "$url"
}

# --- What the store makes of it: all reports of a store, into a folder.

reports() {
  "$railbird" report --store "$1" --by jockey,trainer,horse,jockey+trainer --out "$2/racing"
  "$railbird" season --store "$1" --season xc --year 2024 --out "$2/season"
  "$railbird" promotions --store "$1" --out "$2/promotions"
  "$railbird" betting --store "$1" --by game,game+day --out "$2/betting"
  "$railbird" support --store "$1" --out "$2/support"
  "$railbird" export --store "$1" --to csv --table all --out "$2/export"
  echo "$(find "$2" -type f | wc -l | tr -d ' ') files"
}

same_reports() {
  count=0
  for file in $(cd "$1" && find . -type f | sort); do
    cmp "$1/$file" "$2/$file"
    count=$((count + 1))
  done
  test "$count" = "$(find "$2" -type f | wc -l | tr -d ' ')"
  echo "$count files, byte for byte"
}

# --- All of it.

rm -rf "$out"
mkdir -p "$out"
# Logins and paces are the demo's own; absolute, or they would not be looked at.
export XDG_STATE_HOME="$(cd "$out" && pwd)/state"
trap stop_sandbox EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
all=$(milliseconds)

begin 'sandbox: five services from one seed'
start_sandbox >"$out/step.log" 2>"$out/step.err"
end 0
while IFS= read -r line; do
  case $line in *=*) export "${line?}" ;; esac
done <"$out/sandbox.txt"

step 'points: rewards and activities' earn_points
step 'betting: a login and 60 bets' place_bets
step 'support: tickets, messages and an attachment' write_tickets

step 'fetch racing' "$railbird" fetch racing --store "$store" --base-url "$url" --interval 0 \
  --from "$first" --to "$last"
step 'fetch points' "$railbird" fetch points --store "$store" --base-url "$url" --rate 0 \
  --season xc --year 2024
step 'fetch promotions' "$railbird" fetch promotions --store "$store" --base-url "$url" --rate 0
step 'fetch betting' "$railbird" fetch betting --store "$store" --base-url "$url" --rate 0
step 'fetch support' "$railbird" fetch support --store "$store" --base-url "$url" --rate 0 \
  --customer "$customer"

step 'reports of the store' reports "$store" "$out/reports"
step 'verify' "$railbird" verify --store "$store"
step 'replay into a second store' "$railbird" replay --store "$store" --into "$out/replayed"
step 'reports of the second store' reports "$out/replayed" "$out/replayed-reports"
step 'both stores give the same' same_reports "$out/reports" "$out/replayed-reports"

printf '%6s s  in all\n\nWritten:\n' "$(seconds $(($(milliseconds) - all)))"
find "$out/reports" -type f | sort | sed 's/^/  /'
