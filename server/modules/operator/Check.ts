/**
 * `note`: no fault, but the operator should know or check something. `skipped`: the check was impossible because
 * something else is missing.
 */
export type CheckState = 'ok' | 'note' | 'warning' | 'fault' | 'skipped';

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
export type CheckResult = {
  id: string;
  group: CheckGroup;
  name: string;
  state: CheckState;
  found: string;
  /** The remedy: the variable and its value, or the address to paste at the platform. */
  remedy?: string;
};

/** The possible results of a check. A warning and a fault always have a remedy. */
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

/** `2 faults, 1 warning`, or a text for no faults. */
export const summarize = (results: readonly CheckResult[]): string => {
  const parts = (['fault', 'warning'] as const).flatMap((state) => {
    const number = results.filter((result) => result.state === state).length;
    return number === 0 ? [] : [`${number} ${state}${number === 1 ? '' : 's'}`];
  });
  return parts.length === 0 ? 'No faults were found' : parts.join(', ');
};
