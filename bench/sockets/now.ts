/** Milliseconds since 1970, more precise than `Date.now` and monotonic; the same in all processes of a machine. */
export const now = (): number => performance.timeOrigin + performance.now();
