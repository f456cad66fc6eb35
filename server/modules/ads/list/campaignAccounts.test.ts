import { expect, test } from 'vitest';
import type { CampaignAccount } from '#shared/contracts/campaigns.ts';
import { dayStates } from './campaignAccounts.ts';

const range = { since: '2026-11-01', until: '2026-11-03' };

const accountOf = (changes: Partial<CampaignAccount>): CampaignAccount => ({
  platform: 'google',
  accountId: '1',
  name: 'One',
  currency: 'EUR',
  timeZone: null,
  state: 'ready',
  problem: null,
  asOf: null,
  completeSince: '2026-10-01',
  backfillUntil: '2025-11-01',
  settledUntil: '2026-11-02',
  attribution: null,
  ...changes,
});

const failing = accountOf({ accountId: '2', state: 'failing', problem: 'No permission', completeSince: null });

const outline = (...accounts: CampaignAccount[]): string[] =>
  dayStates(range, accounts).map(({ isComplete, isSettled }) => `${isComplete} ${isSettled}`);

test('a day is complete if all readable accounts have it, even if a failing account lacks it', () => {
  expect(outline(accountOf({}), failing)).toEqual(['true true', 'true true', 'true false']);
  expect(outline(accountOf({}), accountOf({ completeSince: '2026-11-02' }), failing)).toEqual([
    'false true',
    'true true',
    'true false',
  ]);
});

test('uses the stored days of failing accounts if no account is readable', () => {
  expect(outline(failing)).toEqual(['false true', 'false true', 'false false']);
  expect(outline({ ...failing, completeSince: '2026-11-02' })).toEqual(['false true', 'true true', 'true false']);
});
