/** Ms since 1970, finer than `Date.now` and never set back; the same in all processes of a machine. */
export const now = (): number => performance.timeOrigin + performance.now();
