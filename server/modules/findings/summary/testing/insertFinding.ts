import type { Queryable } from '#server/database/Database.ts';
import { findings } from '#server/database/schema.ts';
import { newId } from '#server/lib/ids.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

type Row = typeof findings.$inferInsert;

const campaign = 'Spring offer';

/** An open finding of a campaign whose cost per conversion rose from 21.40 to 35.90. Unknown names appear as ids. */
export const insertFinding = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  changes: Partial<Row> = {},
): Promise<void> => {
  const entityId = changes.entityId ?? campaign;
  await db.insert(findings).values({
    workspaceId,
    platform: 'facebook',
    accountId: 'act_1',
    id: newId(),
    kind: 'cpl-shift',
    level: 'campaign',
    entityId,
    direction: 'up',
    since: '2026-01-14',
    foundOn: '2026-01-22',
    openedAt: new Date(),
    changedAt: new Date(),
    currency: 'EUR',
    stake: '420',
    said: {
      change: {
        unit: 'currency per lead',
        before: { since: '2025-12-17', until: '2026-01-13', value: 21.4 },
        after: { since: '2026-01-14', until: '2026-01-20', value: 35.9 },
      },
      causes: [
        { level: 'campaign', id: entityId, factor: 'cvr', part: 13.1 },
        { level: 'campaign', id: entityId, factor: 'cpm', part: 1.4 },
      ],
      evidence: {
        expected: { low: 18, high: 25 },
        baselineDays: 28,
        sample: { unit: 'conversions', before: 80, after: 21 },
        chance: 0.0001,
      },
      series: { kind: 'costPer7Days', days: [] },
    },
    ...changes,
  });
};
