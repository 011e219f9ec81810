#!/usr/bin/env bash
# What memory ten uploads of 50 MB at once take: resident memory of the service before, and its peak meanwhile.
#
#   tests/bench/memory.sh [PATH OF THE RELEASE BINARY]
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$(realpath "${1:-target/release/formservice}")
form=$(realpath docs/tour/antrag.pdf)
folder=$(mktemp -d)
trap 'kill "$service" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
export FORMSERVICE__SERVER__LISTEN=127.0.0.1:18080 FORMSERVICE__SERVER__METRICS_LISTEN=off FORMSERVICE__LOG__FORMAT=json
"$program" serve 2>log &
service=$!
until curl -sf http://127.0.0.1:18080/ >/dev/null; do sleep 0.1; done

resident() { awk "/^$1:/ {print \$2}" "/proc/$service/status"; }

head -c 52428800 /dev/urandom >file
for _ in $(seq 10); do
    curl -sf -F form_type=pa_form -F "file=@$form" http://127.0.0.1:18080/upload >>uploads
    echo >>uploads
done
idle=$(resident VmRSS)
# Peaks are counted from here.
echo 5 >"/proc/$service/clear_refs"
uploads=()
while read -r answer; do
    pa_id=$(sed 's/.*"pa_id":"\([^"]*\)".*/\1/' <<<"$answer")
    key=$(sed 's/.*"pa_key":"\([^"]*\)".*/\1/' <<<"$answer")
    curl -sf -H "X-PA-KEY: $key" -F file=@file "http://127.0.0.1:18080/applications/$pa_id/attachments" >/dev/null &
    uploads+=($!)
done <uploads
for upload in "${uploads[@]}"; do wait "$upload"; done
peak=$(resident VmHWM)
echo "idle $((idle / 1024)) MB, peak during ten uploads of 50 MB $((peak / 1024)) MB, growth $(((peak - idle) / 10)) kB for each upload"
