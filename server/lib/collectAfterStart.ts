/** By then the first round of what runs again and again is over. */
const settleMs = 2_000;

/**
 * Gives the memory back that the start has left as garbage, some 40 MB. V8 alone would not: it shrinks the heap of a process that
 * allocates next to nothing, and looking for jobs is more than that. Needs node's `--expose-gc`, as `npm start` has it.
 */
export const collectAfterStart = (): void => {
  const { gc } = globalThis;
  if (gc) setTimeout(() => gc({ type: 'major', flavor: 'last-resort', execution: 'sync' }), settleMs).unref();
};
