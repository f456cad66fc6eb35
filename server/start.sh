#!/bin/sh
# The only place for node's flags and the memory settings of a running server: `npm start`, the image and the unit of systemd run it.
# Decision 0028 says why these values. `exec` makes node the process that gets the signals.
PATH=node_modules/.bin:$PATH
export NODE_ENV="${NODE_ENV:-production}"
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-node_modules/.cache/node}"
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
exec node --expose-gc --max-semi-space-size=8 --heap-growing-percent=30 server/main.ts
