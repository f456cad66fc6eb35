/** Prefix of all query keys of the findings. */
export const findingsKey = ['findings'] as const;
