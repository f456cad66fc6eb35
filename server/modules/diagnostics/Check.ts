import * as z from 'zod';

/**
 * `note`: nothing is wrong, and there is something to know or to look at oneself; `skipped`: it could not be judged, since
 * something that it stands on is missing.
 */
const checkStates = ['ok', 'note', 'warning', 'fault', 'skipped'] as const;
export type CheckState = (typeof checkStates)[number];

const checkGroups = [
  'Settings',
  'Data',
  'Jobs',
  'Public address',
  'Google',
  'Facebook',
  'TikTok',
  'Mail',
  'Machine',
] as const;
export type CheckGroup = (typeof checkGroups)[number];

/** What one check found. Neither text holds a secret or anything of a person; a value to set stands between backticks. */
export const checkResult = z.strictObject({
  id: z.string(),
  group: z.enum(checkGroups),
  name: z.string(),
  state: z.enum(checkStates),
  found: z.string(),
  /** What to do about it: the variable and its value, or the address to paste at the platform. */
  remedy: z.string().optional(),
});
export type CheckResult = z.output<typeof checkResult>;

/** The results that a check can have. A warning and a fault always say what to do. */
export const defineCheck = (group: CheckGroup, id: string, name: string) => {
  const base = { id, group, name };
  return {
    ok: (found: string): CheckResult => ({ ...base, state: 'ok', found }),
    note: (found: string, remedy?: string): CheckResult => ({
      ...base,
      state: 'note',
      found,
      ...(remedy === undefined ? {} : { remedy }),
    }),
    warning: (found: string, remedy: string): CheckResult => ({ ...base, state: 'warning', found, remedy }),
    fault: (found: string, remedy: string): CheckResult => ({ ...base, state: 'fault', found, remedy }),
    skipped: (found: string): CheckResult => ({ ...base, state: 'skipped', found }),
  };
};

/** Groups in their order, each with its checks in theirs. */
export const inGroups = (results: readonly CheckResult[]): { group: CheckGroup; results: CheckResult[] }[] =>
  checkGroups
    .map((group) => ({ group, results: results.filter((result) => result.group === group) }))
    .filter((each) => each.results.length > 0);

/** `2 faults, 1 warning`, or that all is well. */
export const summarise = (results: readonly CheckResult[]): string => {
  const count = (state: CheckState) => results.filter((result) => result.state === state).length;
  const parts = (['fault', 'warning'] as const)
    .map((state) => ({ state, number: count(state) }))
    .filter(({ number }) => number > 0)
    .map(({ state, number }) => `${number} ${state}${number === 1 ? '' : 's'}`);
  const skipped = count('skipped');
  return [
    parts.length === 0 ? 'No faults were found' : parts.join(', '),
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
  ].join(', ');
};

export const hasFault = (results: readonly CheckResult[]): boolean => results.some(({ state }) => state === 'fault');
