import type { DateRange } from '#shared/lib/dateRange.ts';
import { withRetry } from '#server/providers/retry.ts';
import type { PlatformCall } from '../PlatformCall.ts';
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

const insightFields = [
  'ad_id',
  'ad_name',
  'adset_id',
  'adset_name',
  'campaign_id',
  'campaign_name',
  'clicks',
  'impressions',
  'spend',
  'inline_link_clicks',
  'actions',
];

/** Calls for consent, ad accounts and insights. */
export const createGraphApi = ({ request, askAsApp, clientParameters, appParameters }: GraphClient) => ({
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
    request(
      call,
      {
        endpoint: 'me/adaccounts',
        path: 'me/adaccounts',
        parameters: { fields: 'id,name,currency,timezone_name', limit: '100', ...(after === null ? {} : { after }) },
      },
      pageOf(adAccount),
    ),

  /** One row per ad and day. @param accountId with `act_` */
  readInsights: (
    call: PlatformCall,
    accountId: string,
    range: DateRange,
    paging: Paging,
  ): Promise<GraphPage<Insight>> =>
    request(
      call,
      {
        endpoint: 'act/insights',
        path: `${checkedAccountId(accountId)}/insights`,
        accountId,
        parameters: { ...insightParameters(range), ...pagingParameters(paging) },
      },
      pageOf(insight),
    ),

  /** Starts a report with the same rows and returns its run id. An extra report does no harm, so this is retried. */
  async startReport(call: PlatformCall, accountId: string, range: DateRange): Promise<string> {
    const started = await request(
      call,
      {
        endpoint: 'act/insights (report)',
        path: `${checkedAccountId(accountId)}/insights`,
        method: 'POST',
        accountId,
        parameters: insightParameters(range),
        hasLongNumbers: true,
      },
      reportStarted,
    );
    return started.report_run_id;
  },

  /** Status of a report run. */
  readReportRun: (call: PlatformCall, accountId: string, runId: string): Promise<ReportRun> =>
    request(call, { endpoint: 'report_run', path: runId, accountId, hasLongNumbers: true }, reportRun),

  /** Rows of a finished report. */
  readReportPage: (call: PlatformCall, accountId: string, runId: string, paging: Paging): Promise<GraphPage<Insight>> =>
    request(
      call,
      {
        endpoint: 'report_run/insights',
        path: `${runId}/insights`,
        accountId,
        parameters: pagingParameters(paging),
      },
      pageOf(insight),
    ),
});

/** Page of a list. */
export type Paging = { limit: number; after: string | null };

const pagingParameters = ({ limit, after }: Paging): Record<string, string> => ({
  limit: String(limit),
  ...(after === null ? {} : { after }),
});

const insightParameters = (range: DateRange): Record<string, string> => ({
  level: 'ad',
  time_increment: '1',
  time_range: JSON.stringify(range),
  fields: insightFields.join(','),
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
