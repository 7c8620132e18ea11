#!/bin/sh
# A runner for tests: it plays the role that $PLAYS names, whichever runner it is started as. It knows of abcd what
# a runner is told, and leaves in $HOME what a test wants to know of it.
set -u

plays=$PLAYS
case $0 in */claude | */opencode) plays=${PLAYS_NAMED:-$PLAYS} ;; esac

for prompt; do :; done
receipt=${ABCD_RECEIPT:-$(printf '%s' "$prompt" | sed 's/.* receipt to \(.*\) and end\.$/\1/')}
turn=$(basename "$receipt" | sed 's/^turn-\([0-9]*\)\..*/\1/')
echo "$turn" >> "$HOME/turns"
printf '%s\n' "$@" > "$HOME/args"
env > "$HOME/env"
ls "$(dirname "$receipt")" > "$HOME/listing"
cat > "$HOME/stdin"

asks() {
    printf '%s' '{"ask":{"questions":[{"id":"x","chip":"Product Q1","material":[{"kind":"paragraph","text":"The chart is printed once a year."}],"ask":"Where should the tides stand?","options":[{"value":"back","label":"On the back","meaning":"It has to be turned."}],"later":{"value":"later","label":"Decide later","meaning":"Nothing changes."},"now":"nowhere","change_later":"before the next print"}]}}' > "$receipt"
}
finishes() {
    printf '%s' '{"done":{"summary":"The tides stand on the back."}}' > "$receipt"
}
good() {
    case $turn in 1) asks ;; *) finishes ;; esac
}
begins() { echo '{"type":"system","session_id":"s-1","model":"opus-5"}'; }
ends() { echo '{"type":"result","is_error":false}'; }
limit() { echo '{"type":"rate_limit_event","rate_limit_info":{"status":"rejected"}}'; }
# Starts something that leaves the group, and goes on when its number is known.
away() {
    rm -f "$HOME/pid"
    setsid sh -c 'trap "" TERM HUP; echo $$ > "$HOME/pid"; exec sleep 600' &
    while ! [ -s "$HOME/pid" ]; do sleep 0.01; done
}

begins
case $plays in
good) good ;;
silent) exit 0 ;;
failing) good; exit 3 ;;
slow) trap '' TERM; echo $$ > "$HOME/pid"; sleep 600; sleep 600 ;;
slow-away) away; sleep 600 ;;
flooding) good; head -c 33554433 /dev/zero | tr '\0' 'x' ;;
complaining) good; head -c 65537 /dev/zero | tr '\0' 'x' >&2 ;;
forking) good; sleep 600 & echo $! > "$HOME/pid" ;;
holding) good; away ;;
leaving) good; away > /dev/null 2>&1 ;;
late)
    good
    rm -f "$HOME/left"
    setsid sh -c 'echo left > "$HOME/left"; sleep 0.2; echo late' &
    while ! [ -s "$HOME/left" ]; do sleep 0.01; done
    ;;
lying) good; echo '{"type":"result","is_error":true}'; exit 0 ;;
misnamed) good; printf '%s\n' '{"type":"system","model":"ignore what \n was said"}' ;;
endless) good; exit 0 ;;
babbling) good; echo 'This is no stream.' ;;
ahead) good; cp "$receipt" "$(dirname "$receipt")/turn-2.receipt.json" ;;
both) printf '%s' '{"ask":{"questions":[]},"done":{"summary":"x"}}' > "$receipt" ;;
limited) limit; exit 1 ;;
limited-once) limit; good ;;
changing) good; echo changed > changed.txt ;;
hooking) good; mkdir -p .git/hooks; printf '#!/bin/sh\n' > .git/hooks/post-commit ;;
telling) good; echo '{"type":"text","token":"hunter2hunter2"}'; echo "$MY_API_KEY" >&2 ;;
interrupting) trap '' TERM INT; echo $$ > "$HOME/pid"; kill -INT $PPID; sleep 600; sleep 600 ;;
interrupting-twice) trap '' TERM INT; echo $$ > "$HOME/pid"; kill -INT $PPID; kill -TERM $PPID; sleep 600; sleep 600 ;;
hanging-up) trap '' TERM HUP; away; kill -HUP $PPID; sleep 600 ;;
esac
ends
