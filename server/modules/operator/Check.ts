import * as z from 'zod';

/**
 * `note`: nothing is wrong, but the operator should know or check something; `skipped`: it could not be checked,
 * because something else is missing.
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

/** The result of one check. Neither text contains a secret or personal data; a value to set is in backticks. */
export const checkResult = z.strictObject({
  id: z.string(),
  group: z.enum(checkGroups),
  name: z.string(),
  state: z.enum(checkStates),
  found: z.string(),
  /** What to do: the variable and its value, or the address to paste at the platform. */
  remedy: z.string().optional(),
});
export type CheckResult = z.output<typeof checkResult>;

/** The possible results of a check. A warning and a fault always say what to do. */
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

/** The groups in their order, each with its checks. */
export const inGroups = (results: readonly CheckResult[]): { group: CheckGroup; results: CheckResult[] }[] =>
  checkGroups
    .map((group) => ({ group, results: results.filter((result) => result.group === group) }))
    .filter((each) => each.results.length > 0);

/** `2 faults, 1 warning`, or that all is well. */
export const summarize = (results: readonly CheckResult[]): string => {
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
