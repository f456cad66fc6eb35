import type { Finding, FindingDetail } from '#shared/contracts/findings.ts';
import type { FindingNames } from './findingNames.ts';
import type { ListedFinding } from './findings.store.ts';

export const presentFinding = (row: ListedFinding, { nameOf, campaignOf }: FindingNames): Finding => {
  const { platform, level, entityId, said } = row;
  return {
    id: row.id,
    kind: row.kind,
    platform,
    accountId: row.accountId,
    accountName: nameOf(platform, 'account', row.accountId),
    currency: row.currency,
    entity: { level, id: entityId, name: nameOf(platform, level, entityId) },
    campaign: campaignOf(platform, level, entityId),
    direction: row.direction,
    since: row.since,
    foundOn: row.foundOn,
    openedAt: row.openedAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    ended: row.endedOn !== null && row.endedWhy !== null ? { on: row.endedOn, why: row.endedWhy } : null,
    change: said.change,
    causes: said.causes.map((cause) => ({
      entity: { level: cause.level, id: cause.id, name: nameOf(platform, cause.level, cause.id) },
      factor: cause.factor,
      part: cause.part,
    })),
    stake: row.stake === null ? null : Number(row.stake),
    mark:
      row.mark !== null && row.markedAt !== null
        ? { kind: row.mark, note: row.note, byName: row.markedByName, at: row.markedAt.toISOString() }
        : null,
  };
};

export const presentFindingDetail = (row: ListedFinding, names: FindingNames): FindingDetail => ({
  ...presentFinding(row, names),
  evidence: row.said.evidence,
  series: row.said.series,
});
