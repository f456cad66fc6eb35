import {
  adLevelNames,
  adMetricFacts,
  adStatusNames,
  campaignColumnIds,
  isAdMetricName,
  shownAdMetric,
} from '#shared/campaigns.ts';
import type { AdLevel, AdMetricName, CampaignColumnId } from '#shared/campaigns.ts';
import type { CampaignRow, CampaignTableQuery } from '#shared/contracts/campaigns.ts';
import type { ColumnKind } from '#shared/insights.ts';
import { exportLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import { AppError } from '#server/lib/failures/errors.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { CampaignContext } from '#server/modules/ads/list/campaignAccounts.ts';
import { readCampaignRequest } from '#server/modules/ads/list/campaignRequest.ts';
import { listRows } from '#server/modules/ads/list/listRows.ts';
import { presentRow } from '#server/modules/ads/rows/presentRows.ts';

type Cell = string | number | null;

/** `plain`: a count that may have decimals. */
type Column = { title: string; kind: ColumnKind | 'plain'; cellOf: (row: CampaignRow) => Cell };

export type CampaignTable = {
  columns: Pick<Column, 'title' | 'kind'>[];
  rows: Cell[][];
  /** The currency of each row. */
  currencies: (string | null)[];
  /** Accounts of the filter that could not be read. */
  failingAccounts: number;
};

/** Details that the screen shows below the name of a row. */
const identity = (level: AdLevel): Column[] => [
  { title: adLevelNames[level], kind: 'text', cellOf: ({ name }) => name },
  ...(level === 'campaign'
    ? []
    : [{ title: adLevelNames.campaign, kind: 'text', cellOf: ({ campaignName }) => campaignName } satisfies Column]),
  ...(level === 'ad'
    ? [{ title: adLevelNames.adset, kind: 'text', cellOf: ({ adSetName }) => adSetName } satisfies Column]
    : []),
  { title: 'Platform', kind: 'text', cellOf: ({ platform }) => platformNames[platform] },
  { title: 'Account', kind: 'text', cellOf: ({ accountName }) => accountName },
  { title: 'ID', kind: 'id', cellOf: ({ id, kind }) => (kind === 'rest' ? null : id) },
  { title: 'Currency', kind: 'text', cellOf: ({ currency }) => currency },
];

const metricKinds = { count: 'plain', money: 'money', percent: 'percent' } as const;

const metricColumns = (name: AdMetricName, isCompared: boolean): Column[] => {
  const { label, kind } = adMetricFacts[name];
  const value: Column = { title: label, kind: metricKinds[kind], cellOf: ({ sums }) => shownAdMetric(sums, name) };
  const before: Column = {
    ...value,
    title: `${label} before`,
    cellOf: ({ compared }) => compared && shownAdMetric(compared, name),
  };
  return isCompared ? [value, before] : [value];
};

const columnsOf = (id: CampaignColumnId, isCompared: boolean): Column[] => {
  if (isAdMetricName(id)) return metricColumns(id, isCompared);
  if (id === 'status')
    return [
      {
        title: 'Status',
        kind: 'status',
        cellOf: ({ kind, status, platformStatus }) => {
          if (kind === 'rest') return null;
          return status === 'other' ? (platformStatus ?? adStatusNames.other) : adStatusNames[status];
        },
      },
    ];
  if (id === 'budget')
    return [
      {
        title: 'Daily budget',
        kind: 'money',
        cellOf: ({ budget }) => (budget?.kind === 'daily' ? budget.amount : null),
      },
      {
        title: 'Lifetime budget',
        kind: 'money',
        cellOf: ({ budget }) => (budget?.kind === 'lifetime' ? budget.amount : null),
      },
    ];
  // Platform and account are already columns, and the trend is a chart.
  return [];
};

/** @throws AppError 400 for dates and filters */
export const hasCampaigns = async (
  context: CampaignContext,
  workspaceId: WorkspaceId,
  query: CampaignTableQuery,
): Promise<boolean> => {
  const asked = await readCampaignRequest(context, workspaceId, query);
  return (await listRows(context.db, asked, { page: 1, limit: 1 })).totalItems > 0;
};

/**
 * The filtered rows as cells: first the details of the row, then the chosen columns.
 * @throws AppError 400 for dates and filters, 413 for more than `exportLimits.postedRows` rows
 */
export const readCampaignTable = async (
  context: CampaignContext,
  workspaceId: WorkspaceId,
  query: CampaignTableQuery,
): Promise<CampaignTable> => {
  const asked = await readCampaignRequest(context, workspaceId, query);
  const { accounts } = asked.scope;
  const limit = exportLimits.postedRows;
  const { objects, rests, totalItems } = await listRows(context.db, asked, { page: 1, limit });
  if (totalItems > limit) throw new AppError(413, 'EXPORT_TOO_LARGE', messages.campaigns.tooMany(totalItems, limit));
  const ids = new Set(query.columns.split(','));
  const chosen = [...ids].flatMap((id) => campaignColumnIds.find((known) => known === id) ?? []);
  const columns = [
    ...identity(query.level ?? 'campaign'),
    ...chosen.flatMap((id) => columnsOf(id, query.compare !== undefined)),
  ];
  const rows = [...objects.map((record) => presentRow(record, accounts, [])), ...rests];
  return {
    columns: columns.map(({ title, kind }) => ({ title, kind })),
    rows: rows.map((row) => columns.map(({ cellOf }) => cellOf(row))),
    currencies: rows.map(({ currency }) => currency),
    failingAccounts: accounts.filter(({ state }) => state === 'failing').length,
  };
};
