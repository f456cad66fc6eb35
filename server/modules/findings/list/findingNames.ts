import type { FindingLevel } from '#shared/findings.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable } from '#server/database/Database.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { listNames } from './findingNames.store.ts';
import type { NamedKey } from './findingNames.store.ts';
import type { FindingRow } from './findings.store.ts';

export type FindingNames = {
  /** Falls back to the id if the name is unknown. */
  nameOf: (platform: PlatformId, level: FindingLevel, id: string) => string;
  campaignOf: (platform: PlatformId, level: FindingLevel, id: string) => { id: string; name: string } | null;
};

const toKey = ({ platform, level, id }: NamedKey): string => `${platform} ${level} ${id}`;

const distinct = (keys: readonly NamedKey[]): NamedKey[] => [...new Map(keys.map((key) => [toKey(key), key])).values()];

/** Looks up the names of the findings' entities. */
export const readFindingNames = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  findings: readonly (Pick<FindingRow, 'platform' | 'level' | 'entityId'> &
    Partial<Pick<FindingRow, 'accountId' | 'said'>>)[],
): Promise<FindingNames> => {
  const entities = findings.flatMap(({ platform, accountId, level, entityId, said }): NamedKey[] => [
    ...(accountId === undefined ? [] : [{ platform, level: 'account' as const, id: accountId }]),
    { platform, level, id: entityId },
    ...(said?.causes ?? []).map((cause) => ({ platform, level: cause.level, id: cause.id })),
  ]);
  const found = await listNames(db, workspaceId, distinct(entities));
  const campaigns = found.flatMap(({ platform, campaignId }): NamedKey[] =>
    campaignId === null ? [] : [{ platform, level: 'campaign', id: campaignId }],
  );
  const known = new Set(found.map(toKey));
  const missing = distinct(campaigns).filter((key) => !known.has(toKey(key)));
  const byKey = new Map([...found, ...(await listNames(db, workspaceId, missing))].map((each) => [toKey(each), each]));
  const nameOf = (platform: PlatformId, level: FindingLevel, id: string): string =>
    byKey.get(toKey({ platform, level, id }))?.name || id;
  return {
    nameOf,
    campaignOf: (platform, level, id) => {
      const campaignId = byKey.get(toKey({ platform, level, id }))?.campaignId ?? null;
      return campaignId === null ? null : { id: campaignId, name: nameOf(platform, 'campaign', campaignId) };
    },
  };
};
