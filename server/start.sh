#!/bin/sh
# The only place for Node's flags and the memory settings of a server. `npm start`, the image and the systemd unit run it.
# Decisions 0028 and 0051 explain the values. With `exec`, signals reach node.
PATH=node_modules/.bin:$PATH
export NODE_ENV="${NODE_ENV:-production}"
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-node_modules/.cache/node}"
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
export MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-131072}"
case "${ROLES:-worker}" in
  *worker*) memory='--max-semi-space-size=8 --heap-growing-percent=30' ;;
  *) memory='--max-semi-space-size=32 --heap-growing-percent=100' ;;
esac
# The flags are separate words.
# shellcheck disable=SC2086
exec node --expose-gc $memory server/main.ts "$@"
