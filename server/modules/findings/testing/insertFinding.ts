import type { Database } from '#server/database/Database.ts';
import { findings } from '#server/database/schema.ts';
import type { AccountKey } from '#server/modules/ads/objects/totals/adTotals.store.ts';
import type { FindingRow } from '../list/findings.store.ts';

/** Stores a finding without a run. */
export const insertFinding = async (
  db: Database,
  { workspaceId, platform, accountId }: AccountKey,
  id: string,
  rest: Partial<FindingRow> = {},
): Promise<void> => {
  const span = { since: '2026-11-01', until: '2026-11-10', value: 100 };
  await db.insert(findings).values({
    workspaceId,
    platform,
    accountId,
    id,
    kind: 'spend-spike',
    level: 'ad',
    entityId: `${accountId}3`,
    direction: 'up',
    since: '2026-11-11',
    foundOn: '2026-11-13',
    openedAt: new Date(),
    changedAt: new Date(),
    currency: 'EUR',
    stake: '100',
    said: {
      change: { unit: 'currency per day', before: span, after: { ...span, value: 250 } },
      causes: [{ level: 'ad', id: `${accountId}3`, factor: 'impressions', part: 150 }],
      evidence: {
        expected: { low: 80, high: 120 },
        baselineDays: 28,
        sample: { unit: 'days', before: 28, after: 3 },
        chance: 0.0001,
      },
      series: { kind: 'spend', days: [{ day: '2026-11-11', value: 250, low: null, high: null }] },
    },
    ...rest,
  });
};
