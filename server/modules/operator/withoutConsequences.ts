import type { CheckResult } from './Check.ts';

const wrongAddress = 'PUBLIC_URL does not lead here: put that right first.';

/** A fault with its own line, and a check that fails as its consequence. */
const consequences: readonly { fault: string; of: string; found: string }[] = [
  {
    fault: 'data.sealed',
    of: 'address.product',
    found: 'It has other keys than this environment, see Encrypted tokens.',
  },
  { fault: 'data.key', of: 'data.sealed', found: 'There is no key to open them with, see Encryption key.' },
  { fault: 'machine.disk', of: 'data.writes', found: 'The disk is full, see Free space.' },
  { fault: 'machine.clock', of: 'data.clock', found: 'Ours is wrong, see Clock.' },
  {
    fault: 'google.credentials',
    of: 'google.service-account',
    found: 'Google gave no answer to it, see Client id and secret.',
  },
  { fault: 'facebook.credentials', of: 'facebook.deliveries', found: 'The secret is wrong, see App id and secret.' },
  { fault: 'tiktok.credentials', of: 'tiktok.deliveries', found: 'The secret is wrong, see App id and secret.' },
  ...['google.redirect', 'facebook.redirect', 'facebook.subscription', 'tiktok.subscription'].map((of) => ({
    fault: 'address.reach',
    of,
    found: wrongAddress,
  })),
];

/** Consequences of a fault are not reported as faults: the operator would look in the wrong place. */
export const withoutConsequences = (results: readonly CheckResult[]): CheckResult[] => {
  const faults = new Set(results.filter(({ state }) => state === 'fault').map(({ id }) => id));
  return results.map((result) => {
    const { id, group, name, state } = result;
    const cause = consequences.find(({ fault, of }) => of === id && faults.has(fault));
    if (!cause || (state !== 'fault' && state !== 'warning')) return result;
    return { id, group, name, state: 'skipped', found: cause.found };
  });
};
