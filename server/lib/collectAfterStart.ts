/** By this time all recurring work has run once. */
const settleMs = 2_000;

/**
 * Returns startup garbage, some 40 MB, to the operating system. V8 does not shrink the heap of a process that allocates
 * little, and polling for jobs allocates just enough. Needs node's `--expose-gc`, which `npm start` sets.
 */
export const collectAfterStart = (): void => {
  const { gc } = globalThis;
  if (gc) setTimeout(() => gc({ type: 'major', flavor: 'last-resort', execution: 'sync' }), settleMs).unref();
};
