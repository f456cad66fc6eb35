import type * as z from 'zod';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { withRetry } from '#server/providers/calls/retry.ts';
import type { QueryFields } from '../calls/optionalFields.ts';
import type { PlatformCall } from '../calls/PlatformCall.ts';
import { ProviderError } from '../ProviderError.ts';
import type { GraphClient } from './graphClient.ts';
import {
  adAccount,
  debugAnswer,
  insight,
  pageOf,
  permissionsAnswer,
  person,
  reportRun,
  reportStarted,
  success,
  tokenAnswer,
} from './types.ts';
import type { AdAccount, GraphPage, Insight, ReportRun } from './types.ts';

export type GraphApi = ReturnType<typeof createGraphApi>;

/** A report of insights by day: what a row is about, and how it is parsed. */
export type InsightsReport<Row> = {
  level: 'campaign' | 'ad';
  fields: QueryFields;
  row: z.ZodType<Row>;
  /** Statuses of the objects; undefined: Meta leaves out archived and deleted ones. */
  statuses?: readonly string[] | undefined;
};

const previewFields: QueryFields = {
  required: ['ad_id', 'adset_id', 'campaign_id', 'clicks', 'impressions', 'spend', 'inline_link_clicks', 'actions'],
  optional: ['ad_name', 'adset_name', 'campaign_name'],
};

const accountFields: QueryFields = { required: ['id', 'currency'], optional: ['name', 'timezone_name'] };

/** One row per ad and day, as the Preview shows them. */
export const previewReport: InsightsReport<Insight> = { level: 'ad', fields: previewFields, row: insight };

/** Calls for consent, ad accounts and insights. */
export const createGraphApi = ({ request, readFields, askAsApp, clientParameters, appParameters }: GraphClient) => ({
  /** The code works once, so the exchange is never retried. */
  exchangeCode: (code: string, redirectUri: string) =>
    askAsApp(
      {
        endpoint: 'oauth/access_token (code)',
        path: 'oauth/access_token',
        parameters: { ...clientParameters, redirect_uri: redirectUri, code },
      },
      tokenAnswer,
    ),

  /** Exchanges a short-lived token for one of about 60 days. */
  extendToken(shortToken: string) {
    const parameters = { ...clientParameters, grant_type: 'fb_exchange_token', fb_exchange_token: shortToken };
    const details = { endpoint: 'oauth/access_token (extend)', path: 'oauth/access_token', parameters };
    return patiently(() => askAsApp(details, tokenAnswer));
  },

  /** Expiry of the token in Unix seconds; 0 is never. */
  async readTokenEnd(token: string): Promise<number | undefined> {
    const parameters = { ...appParameters, input_token: token };
    const details = { endpoint: 'debug_token', path: 'debug_token', parameters };
    const { data } = await patiently(() => askAsApp(details, debugAnswer));
    return data.expires_at;
  },

  readPerson: (call: PlatformCall) =>
    request(call, { endpoint: 'me', path: 'me', parameters: { fields: 'id,name' } }, person),

  async listGrantedPermissions(call: PlatformCall): Promise<string[]> {
    const { data } = await request(call, { endpoint: 'me/permissions', path: 'me/permissions' }, permissionsAnswer);
    return data.filter(({ status }) => status === 'granted').map(({ permission }) => permission);
  },

  /** Meta: removes the app from the person's account, which invalidates every token of the grant. */
  async removeApp(call: PlatformCall): Promise<void> {
    const details = { endpoint: 'me/permissions (delete)', path: 'me/permissions', method: 'DELETE' } as const;
    await request(call, details, success);
  },

  readAdAccounts: (call: PlatformCall, after: string | null): Promise<GraphPage<AdAccount>> =>
    readFields('me/adaccounts', accountFields, (names) =>
      request(
        call,
        {
          endpoint: 'me/adaccounts',
          path: 'me/adaccounts',
          parameters: { fields: names.join(','), ...pagingParameters({ limit: 100, after }) },
        },
        pageOf(adAccount),
      ),
    ),

  /** One row per object and day. @param accountId with `act_` */
  readInsights: <Row>(
    call: PlatformCall,
    accountId: string,
    report: InsightsReport<Row>,
    range: DateRange,
    paging: Paging,
  ): Promise<GraphPage<Row>> =>
    readFields(insightsName(report), report.fields, (names) =>
      request(
        call,
        {
          endpoint: 'act/insights',
          path: `${checkedAccountId(accountId)}/insights`,
          accountId,
          parameters: { ...insightParameters(report, names, range), ...pagingParameters(paging) },
        },
        pageOf(report.row),
      ),
    ),

  /** Starts a report with the same rows and returns its run id. An extra report does no harm, so this is retried. */
  async startReport(
    call: PlatformCall,
    accountId: string,
    report: InsightsReport<unknown>,
    range: DateRange,
  ): Promise<string> {
    const started = await readFields(insightsName(report), report.fields, (names) =>
      request(
        call,
        {
          endpoint: 'act/insights (report)',
          path: `${checkedAccountId(accountId)}/insights`,
          method: 'POST',
          accountId,
          parameters: insightParameters(report, names, range),
          hasLongNumbers: true,
        },
        reportStarted,
      ),
    );
    return started.report_run_id;
  },

  /** Status of a report run. */
  readReportRun: (call: PlatformCall, accountId: string, runId: string): Promise<ReportRun> =>
    request(call, { endpoint: 'report_run', path: runId, accountId, hasLongNumbers: true }, reportRun),

  /** Rows of a finished report. */
  readReportPage: <Row>(
    call: PlatformCall,
    accountId: string,
    { row }: InsightsReport<Row>,
    runId: string,
    paging: Paging,
  ): Promise<GraphPage<Row>> =>
    request(
      call,
      {
        endpoint: 'report_run/insights',
        path: `${runId}/insights`,
        accountId,
        parameters: pagingParameters(paging),
      },
      pageOf(row),
    ),

  /** A page of the live or of the archived campaigns, ad sets or ads of an account. Meta: lists no deleted ones. */
  readObjects: <Item>(
    call: PlatformCall,
    accountId: string,
    { edge, fields, item }: ObjectEdge<Item>,
    { isArchived, after }: { isArchived: boolean; after: string | null },
  ): Promise<GraphPage<Item>> =>
    readFields(edge, fields, (names) =>
      request(
        call,
        {
          endpoint: `act/${edge}`,
          path: `${checkedAccountId(accountId)}/${edge}`,
          accountId,
          parameters: {
            fields: names.join(','),
            ...(isArchived && { effective_status: JSON.stringify(['ARCHIVED']) }),
            ...pagingParameters({ limit: objectsPerPage, after }),
          },
        },
        pageOf(item),
      ),
    ),
});

/** An edge of an ad account with objects of one level. */
export type ObjectEdge<Item> = {
  edge: 'campaigns' | 'adsets' | 'ads';
  fields: QueryFields;
  item: z.ZodType<Item>;
};

const objectsPerPage = 200;

/** Page of a list. */
export type Paging = { limit: number; after: string | null };

export const pagingParameters = ({ limit, after }: Paging): Record<string, string> => ({
  limit: String(limit),
  ...(after === null ? {} : { after }),
});

const insightsName = ({ level, fields }: InsightsReport<unknown>): string =>
  `insights by ${level}: ${fields.required.join(', ')}`;

const insightParameters = (
  { level, statuses }: InsightsReport<unknown>,
  names: readonly string[],
  range: DateRange,
): Record<string, string> => ({
  level,
  ...(statuses && {
    filtering: JSON.stringify([{ field: `${level}.effective_status`, operator: 'IN', value: statuses }]),
  }),
  time_increment: '1',
  time_range: JSON.stringify(range),
  fields: names.join(','),
});

/** For calls of the app itself, made while a person waits. */
const patiently = <T>(run: () => Promise<T>): Promise<T> => withRetry(run, { patience: 'interactive' });

/** Only well-formed ids may become part of a path. */
const checkedAccountId = (accountId: string): string => {
  if (/^act_\d{1,30}$/.test(accountId)) return accountId;
  throw new ProviderError('facebook', {
    outcome: 'account',
    userMessage: 'This is not the id of a Facebook ad account',
    providerCode: 'malformed-account-id',
  });
};
