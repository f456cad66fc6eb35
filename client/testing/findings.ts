import type { Finding, FindingDetail, Findings } from '#shared/contracts/findings.ts';
import { readPageRequest, toPageFields } from '#shared/contracts/paging.ts';
import { addDays } from '#shared/lib/dateRange.ts';
import { findingLimits } from '#shared/limits.ts';

const spring = { level: 'campaign', id: '1', name: 'Spring offer' } as const;

/** A campaign with a risen cost per lead, in Google's account 1 in euros. The conversion rate explains most of the rise. */
export const buildFinding = (id: string, overrides: Partial<Finding> = {}): Finding => ({
  id,
  kind: 'cpl-shift',
  platform: 'google',
  accountId: '1',
  accountName: 'Account 1',
  currency: 'EUR',
  entity: spring,
  campaign: { id: '1', name: 'Spring offer' },
  direction: 'up',
  since: '2026-11-10',
  foundOn: '2026-11-18',
  openedAt: '2026-11-18T05:00:00.000Z',
  changedAt: '2026-11-20T05:00:00.000Z',
  ended: null,
  change: {
    unit: 'currency per lead',
    before: { since: '2026-10-13', until: '2026-11-09', value: 21.4 },
    after: { since: '2026-11-10', until: '2026-11-17', value: 35.9 },
  },
  causes: [
    { entity: spring, factor: 'cvr', part: 11 },
    { entity: spring, factor: 'cpm', part: 3.75 },
    { entity: spring, factor: 'ctr', part: -0.25 },
  ],
  stake: 312.4,
  mark: null,
  ...overrides,
});

/** The detail of a finding: four weeks as expected, then higher values since the change. */
export const buildFindingDetail = (finding: Finding, overrides: Partial<FindingDetail> = {}): FindingDetail => ({
  ...finding,
  evidence: {
    expected: { low: 18.5, high: 25.1 },
    baselineDays: 28,
    sample: { unit: 'conversions', before: 412, after: 61 },
    chance: 0.0004,
  },
  series: {
    kind: 'costPer7Days',
    days: Array.from({ length: 36 }, (_day, index) => ({
      day: addDays('2026-10-13', index),
      value: index < 28 ? 20 + (index % 5) : 22 + (index - 27) * 2,
      low: 18.5,
      high: 25.1,
    })),
  },
  ...overrides,
});

/** A page of these findings. By default an empty page for three accounts. */
export const buildFindings = (
  findings: readonly Finding[] = [],
  query: Record<string, string> = {},
  overrides: Partial<Findings> = {},
): Findings => {
  const request = readPageRequest(query, findingLimits.perPage);
  const start = (request.page - 1) * request.limit;
  return {
    findings: findings.slice(start, start + request.limit),
    watched: { accounts: 3, campaigns: 24, forms: 1, checkedAt: '2026-11-20T05:00:00.000Z', learning: [] },
    ...toPageFields(request, findings.length),
    ...overrides,
  };
};
