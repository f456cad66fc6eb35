import type { DataTag } from '@tanstack/react-query';
import type { AdLevel, Comparison } from '#shared/campaigns.ts';
import type { CampaignsQuery } from '#shared/contracts/campaigns.ts';
import type { FindingDetail, FindingsQuery } from '#shared/contracts/findings.ts';
import type { LeadDetail, LeadFilterQuery, WorkedLeadsQuery } from '#shared/contracts/leadWork.ts';
import type { ResponseGrouping } from '#shared/contracts/responses.ts';
import type { ViewScreen } from '#shared/contracts/views.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { LeadPlatformId, PlatformId } from '#shared/platforms.ts';
import type { ResponseGoal } from '#shared/responseGoal.ts';
import type { ImportProgress } from '#shared/socketEvents.ts';

declare const isMade: unique symbol;
type MadeKey = readonly unknown[] & { readonly [isMade]: true };

declare module '@tanstack/react-query' {
  /** The compiler refuses array literals as query keys. */
  interface Register {
    queryKey: MadeKey;
  }
}

/** Types the data that code outside the query reads or writes. */
type KeyOf<Data> = DataTag<MadeKey, Data>;

const key = (...parts: readonly unknown[]): MadeKey => parts as unknown as MadeKey;

/**
 * All query keys. A key matches every query whose key starts with the same parts: `findings.all` reloads all findings.
 */
export const queryKeys = {
  activity: {
    list: (page: number) => key('leads', 'work', 'activity', 'list', page),
    leftLeads: (id: string) => key('leads', 'work', 'activity', 'left', id),
  },
  adAccounts: (platform: PlatformId) => key('adAccounts', platform),
  campaigns: {
    all: key('campaigns'),
    list: (query: CampaignsQuery) => key('campaigns', 'list', query),
    children: (query: CampaignsQuery) => key('campaigns', 'children', query),
    detail: (id: { platform: PlatformId; level: AdLevel; id: string }, range: DateRange, compare: Comparison | null) =>
      key('campaigns', 'detail', id, range, compare),
  },
  connections: key('connections'),
  erasures: key('erasures'),
  exports: key('exports'),
  findings: {
    all: key('findings'),
    list: (query: FindingsQuery) => key('findings', 'list', query),
    largest: key('findings', 'largest'),
    detail: (id: string) => key('findings', 'detail', id) as KeyOf<FindingDetail>,
    campaigns: key('findings', 'campaigns'),
    summary: key('findings', 'summary'),
    budgets: (month: string) => key('findings', 'budgets', month),
  },
  importProgress: (ref: string) => key('importProgress', ref) as KeyOf<ImportProgress>,
  insights: {
    all: key('insights'),
    datasets: (platform: PlatformId, accountIds: readonly string[], range: DateRange) =>
      key('insights', platform, accountIds, range),
  },
  leads: {
    /** Every list of leads, and the work on them. */
    all: key('leads'),
    of: (list: LeadPlatformId | 'custom') => key('leads', list),
    stored: (platform: LeadPlatformId, page: number, search: string) => key('leads', platform, 'stored', page, search),
    forms: (platform: LeadPlatformId) => key('leads', platform, 'forms'),
    custom: (page: number, search: string) => key('leads', 'custom', page, search),
    facets: key('leads', 'facets'),
    ladder: key('leads', 'ladder'),
  },
  /** A lead change reloads all of these queries, including the activity. */
  leadWork: {
    all: key('leads', 'work'),
    lists: key('leads', 'work', 'list'),
    list: (query: WorkedLeadsQuery) => key('leads', 'work', 'list', query),
    board: (query: LeadFilterQuery) => key('leads', 'work', 'board', query),
    column: (statusId: string, query: LeadFilterQuery) => key('leads', 'work', 'column', statusId, query),
    detail: (id: string) => key('leads', 'work', 'detail', id) as KeyOf<LeadDetail>,
    samePerson: (id: string) => key('leads', 'work', 'person', id),
    statuses: key('leads', 'work', 'statuses'),
    assignees: key('leads', 'work', 'members'),
    responseGoal: key('leads', 'work', 'responses', 'goal') as KeyOf<ResponseGoal>,
    responseTimes: (range: DateRange, by: ResponseGrouping) => key('leads', 'work', 'responses', 'times', range, by),
  },
  notifications: (lastId: number) => key('notifications', lastId),
  overview: {
    all: key('overview'),
    days: (range: DateRange) => key('overview', range),
  },
  phoneCountry: key('phoneCountry'),
  privateSheets: key('privateSheets'),
  sheetCode: (url: string) => key('sheetCode', url),
  sheetSyncs: {
    all: key('sheetSyncs'),
    list: (page: number) => key('sheetSyncs', page),
    runs: (id: string) => key('sheetSyncs', 'runs', id),
  },
  views: {
    all: key('views'),
    of: (screen: ViewScreen) => key('views', screen),
  },
  workspace: {
    /** Members and invitations. */
    people: key('workspace'),
    members: key('workspace', 'members'),
    invitations: key('workspace', 'invitations'),
  },
  workspaces: key('workspaces'),
};
