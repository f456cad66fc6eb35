/** Prefix of all query keys of the findings. */
export const findingsKey = ['findings'] as const;

/** The number in the sidebar, which comes with each change. */
export const unmarkedKey = ['unmarked findings'] as const;
