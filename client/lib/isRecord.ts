/** Whether a value of unknown shape has keys to look at; lists have too. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
