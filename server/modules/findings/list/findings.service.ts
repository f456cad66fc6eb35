import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type {
  Finding,
  FindingDetail,
  Findings,
  FindingsQuery,
  markFinding as markFindingEndpoint,
} from '#shared/contracts/findings.ts';
import { accountIdField } from '#shared/contracts/fields.ts';
import { readPageRequest, toPageFields } from '#shared/contracts/paging.ts';
import { findingKinds } from '#shared/findings.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import { findingLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { isPlatformId } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable } from '#server/database/Database.ts';
import { notFound, validationError } from '#server/lib/failures/errors.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import { isId } from '#server/lib/ids.ts';
import { storableText } from '#server/lib/storableText.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { readCampaignAccounts } from '#server/modules/ads/list/campaignAccounts.ts';
import type { CampaignContext } from '#server/modules/ads/list/campaignAccounts.ts';
import { publishFindingsChanged } from '../publishFindingsChanged.ts';
import { listRuns } from '../runs/findingRuns.store.ts';
import { readFindingNames } from './findingNames.ts';
import { presentFinding, presentFindingDetail } from './findings.present.ts';
import { findFindingRow, listFindingRows, listOpenByEntity, saveMark } from './findings.store.ts';
import type { FindingFilter, ListedFinding } from './findings.store.ts';

/** The filter values; null without a filter. @throws AppError 400 for an unknown value */
const readValues = <Value>(
  field: string,
  text: string | undefined,
  read: (value: string) => Value | null,
): Value[] | null =>
  text?.split(',').map((value) => {
    const known = read(value);
    if (known === null) throw validationError(messages.validation.invalidField(field));
    return known;
  }) ?? null;

const readPlatform = (value: string): PlatformId | null => (isPlatformId(value) ? value : null);
const readAccount = (value: string) => {
  const [platform, accountId, ...rest] = value.split(':');
  const id = accountIdField.safeParse(accountId);
  return isPlatformId(platform) && id.success && rest.length === 0 ? { platform, accountId: id.data } : null;
};

/** @throws AppError 400 for an unknown value */
const readFilter = ({ state, kind, platform, account }: FindingsQuery): FindingFilter => ({
  state: state ?? 'open',
  kinds: readValues('kind', kind, (value) => findingKinds.find((each) => each === value) ?? null),
  platforms: readValues('platform', platform, readPlatform),
  accounts: readValues('account', account, readAccount),
});

/** The detection coverage of the workspace's accounts. Records the visit, so that reads of their metrics continue. */
const readWatched = async (context: CampaignContext, workspaceId: WorkspaceId): Promise<Findings['watched']> => {
  const today = utcDay(context.clock.now());
  const accounts = await readCampaignAccounts(context, workspaceId, { since: addDays(today, -1), until: today });
  const names = new Map(accounts.map(({ platform, accountId, name }) => [`${platform} ${accountId}`, name]));
  const runs = (await listRuns(context.db, workspaceId)).flatMap((run) => {
    const name = names.get(`${run.platform} ${run.accountId}`);
    return name === undefined || run.finishedAt === null ? [] : [{ ...run, name, finishedAt: run.finishedAt }];
  });
  const last = runs.reduce((latest, { finishedAt }) => Math.max(latest, finishedAt.getTime()), 0);
  return {
    accounts: runs.length,
    campaigns: runs.reduce((sum, { campaigns }) => sum + campaigns, 0),
    forms: runs.reduce((sum, { forms }) => sum + forms, 0),
    checkedAt: last === 0 ? null : new Date(last).toISOString(),
    learning: runs.flatMap(({ platform, accountId, name, learning }) =>
      learning.map(({ kind, until }) => ({ platform, accountId, accountName: name, kind, until })),
    ),
  };
};

/** @throws AppError 400 for an unknown value of a filter */
export const readFindings = async (
  context: CampaignContext,
  workspaceId: WorkspaceId,
  query: FindingsQuery,
): Promise<Findings> => {
  const filter = readFilter(query);
  const request = readPageRequest(query, findingLimits.perPage);
  const { rows, totalItems } = await listFindingRows(context.db, workspaceId, filter, request);
  const names = await readFindingNames(context.db, workspaceId, rows);
  return {
    findings: rows.map((row) => presentFinding(row, names)),
    watched: await readWatched(context, workspaceId),
    ...toPageFields(request, totalItems),
  };
};

/** @throws AppError 404 */
const requireFinding = async (db: Queryable, workspaceId: WorkspaceId, id: string): Promise<ListedFinding> => {
  const row = isId(id) ? await findFindingRow(db, workspaceId, id) : null;
  if (!row) throw notFound();
  return row;
};

/** @throws AppError 404 */
export const readFinding = async (
  { db }: Pick<AppContext, 'db'>,
  workspaceId: WorkspaceId,
  id: string,
): Promise<FindingDetail> => {
  const row = await requireFinding(db, workspaceId, id);
  return presentFindingDetail(row, await readFindingNames(db, workspaceId, [row]));
};

/** Sets or removes a finding's mark. @throws AppError 404 */
export const markFinding = async (
  context: Pick<AppContext, 'db' | 'clock' | 'publisher'>,
  { workspaceId, userId }: Member,
  id: string,
  { mark, note }: BodyOf<typeof markFindingEndpoint>,
): Promise<Finding> => {
  const { db, clock } = context;
  await requireFinding(db, workspaceId, id);
  const change =
    mark === null
      ? { mark: null, note: null, markedBy: null, markedAt: null }
      : { mark, note: storableText(note ?? '') || null, markedBy: userId, markedAt: clock.now() };
  if (!(await saveMark(db, workspaceId, id, change))) throw notFound();
  await publishFindingsChanged(context, workspaceId);
  const row = await requireFinding(db, workspaceId, id);
  return presentFinding(row, await readFindingNames(db, workspaceId, [row]));
};

/** Campaigns with open findings, the most findings first. A form's finding counts for the campaign with most of its leads. */
export const readFindingCampaigns = async (
  { db }: Pick<AppContext, 'db'>,
  workspaceId: WorkspaceId,
): Promise<{ platform: PlatformId; campaignId: string; findings: number }[]> => {
  const open = await listOpenByEntity(db, workspaceId);
  const { campaignOf } = await readFindingNames(db, workspaceId, open);
  const counts = new Map<string, { platform: PlatformId; campaignId: string; findings: number }>();
  for (const { platform, level, entityId, findings } of open) {
    const campaign = campaignOf(platform, level, entityId);
    if (!campaign) continue;
    const key = `${platform} ${campaign.id}`;
    const known = counts.get(key)?.findings ?? 0;
    counts.set(key, { platform, campaignId: campaign.id, findings: known + findings });
  }
  return [...counts.values()]
    .toSorted((a, b) => b.findings - a.findings || (a.campaignId < b.campaignId ? -1 : 1))
    .slice(0, findingLimits.markedCampaigns);
};
