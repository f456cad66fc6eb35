/** A measured value with its limits. Without a limit, the value is only reported. */
export type Metric = { name: string; value: number; unit: string; atMost?: number; atLeast?: number };

export const atMost = (name: string, value: number, limit: number, unit = ''): Metric => ({
  name,
  value,
  unit,
  atMost: limit,
});

export const atLeast = (name: string, value: number, limit: number, unit = ''): Metric => ({
  name,
  value,
  unit,
  atLeast: limit,
});

export const exactly = (name: string, value: number, expected: number, unit = ''): Metric => ({
  name,
  value,
  unit,
  atMost: expected,
  atLeast: expected,
});

/** A count of faults, which has to be zero. */
export const none = (name: string, value: number, unit = ''): Metric => atMost(name, value, 0, unit);

/** A condition that has to hold, as 1 or 0. */
export const holds = (name: string, isTrue: boolean): Metric => atLeast(name, isTrue ? 1 : 0, 1);
