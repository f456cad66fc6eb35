import * as z from 'zod';
import { sheetSearchLimits } from '#shared/limits.ts';
import { inTurns } from '#server/lib/flow/inTurns.ts';
import { storableText } from '#server/lib/storableText.ts';
import { judgeGoogleAnswer } from '../../google/errors.ts';
import { readBody } from '../../calls/http.ts';
import type { ProviderAnswer } from '../../calls/http.ts';
import { ProviderError } from '../../ProviderError.ts';
import type { Exchange } from './publicSheet.ts';
import type { ServiceAccountTokens } from './serviceAccountTokens.ts';
import type { SheetAddress, SheetReading, SheetSearch } from '../SheetReader.ts';
import { collectSheetRows } from './sheetRows.ts';

/** Google: omits zeros, so the first tab has no index and mostly no id. */
const tabList = z.object({
  sheets: z
    .array(
      z.object({
        properties: z.object({
          sheetId: z.number().default(0),
          title: z.string(),
          index: z.number().default(0),
          sheetType: z.string().default('GRID'),
        }),
      }),
    )
    .default([]),
});
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const valueRange = z.object({ values: z.array(z.array(cell)).default([]) });

/** Google: Sheets quotas count per minute; responses do not say how much is left. */
const quotaWindowMs = 60_000;

type Failure = Exclude<SheetReading, { kind: 'rows' }>;

const isFailure = (answer: ProviderAnswer | Failure): answer is Failure => 'kind' in answer;

type PrivateCalls = { sheetsUrl: string; tokens: ServiceAccountTokens; send: Exchange; attempt: number };

/** Sheets API calls for one document as the service account, without retries. */
const openDocument = (documentId: string, { sheetsUrl, tokens, send, attempt }: PrivateCalls) => {
  const get = (endpoint: string, path: string, query: [string, string][]): Promise<ProviderAnswer | Failure> => {
    const url = new URL(`${sheetsUrl}/v4/spreadsheets/${documentId}${path}?${new URLSearchParams(query).toString()}`);
    return withToken(
      tokens,
      (token) => send({ endpoint, url, headers: { authorization: `Bearer ${token}` } }),
      attempt,
    );
  };

  /** Tabs with cells, in order. */
  const listTabs = async (): Promise<{ kind: 'tabs'; tabs: { sheetId: number; range: string }[] } | Failure> => {
    const answer = await get('spreadsheets.get', '', [['fields', 'sheets.properties']]);
    if (isFailure(answer)) return answer;
    const tabs = readBody('google', answer, tabList)
      .sheets.map(({ properties }) => properties)
      .filter(({ sheetType }) => sheetType === 'GRID')
      .toSorted((a, b) => a.index - b.index)
      .map(({ sheetId, title }) => ({ sheetId, range: `'${title.replaceAll("'", "''")}'` }));
    return { kind: 'tabs', tabs };
  };

  return { get, listTabs };
};

/** The tab existed a moment ago: a person is renaming or removing it. */
const lostTab = (failure: Failure): Failure => (failure.kind === 'not-a-sheet' ? { kind: 'no-such-tab' } : failure);

/** Reads the tab through the Sheets API as the service account, without retries. */
export const readPrivateSheet = async (
  { documentId, gid }: SheetAddress,
  calls: PrivateCalls,
): Promise<SheetReading> => {
  const { get, listTabs } = openDocument(documentId, calls);
  const listed = await listTabs();
  if (listed.kind !== 'tabs') return listed;
  const tab = gid === null ? listed.tabs[0] : listed.tabs.find(({ sheetId }) => String(sheetId) === gid);
  if (!tab) return { kind: 'no-such-tab' };
  const values = await get('values.get', `/values/${encodeURIComponent(tab.range)}`, [
    ['majorDimension', 'ROWS'],
    ['valueRenderOption', 'FORMATTED_VALUE'],
    ['fields', 'values'],
  ]);
  return isFailure(values) ? lostTab(values) : collect(readBody('google', values, valueRange).values);
};

/**
 * Searches the first tabs for a cell that equals one of the texts, without retries.
 * @param range part of each tab to search; null: everywhere
 */
export const searchPrivateSheet = async (
  { documentId, texts, range }: { documentId: string; texts: readonly string[]; range: string | null },
  calls: PrivateCalls,
): Promise<SheetSearch> => {
  const { get, listTabs } = openDocument(documentId, calls);
  const listed = await listTabs();
  if (listed.kind !== 'tabs') return listed;
  const ranges = listed.tabs
    .slice(0, sheetSearchLimits.tabs)
    .map((tab): [string, string] => ['ranges', range === null ? tab.range : `${tab.range}!${range}`]);
  if (ranges.length === 0) return { kind: 'missing' };
  const answer = await get('values.batchGet', '/values:batchGet', [...ranges, ['fields', 'valueRanges.values']]);
  if (isFailure(answer)) return lostTab(answer);
  // Cells are the only texts of this response, and JSON escapes quotes within them: no other cell can match.
  const proof = new RegExp(`"\\s*(?:${texts.join('|')})\\s*"`, 'i');
  return { kind: proof.test(answer.text) ? 'found' : 'missing' };
};

const collect = async (values: z.output<typeof valueRange>['values']): Promise<SheetReading> => {
  const collected = collectSheetRows();
  for await (const cells of inTurns(values))
    if (!collected.add(cells.map((each) => storableText(String(each ?? ''))))) return { kind: 'too-large' };
  return { kind: 'rows', rows: collected.rows() };
};

/** Renews a refused token once. */
const withToken = async (
  tokens: ServiceAccountTokens,
  run: (token: string) => Promise<ProviderAnswer>,
  attempt: number,
): Promise<ProviderAnswer | Failure> => {
  const token = await tokens.get();
  const answer = await run(token);
  if (answer.status !== 401) return judge(answer, attempt);
  tokens.drop(token);
  return judge(await run(await tokens.get()), attempt);
};

const judge = (answer: ProviderAnswer, attempt: number): ProviderAnswer | Failure => {
  if (answer.status === 200) return answer;
  const error = judgeGoogleAnswer(answer);
  if (error.outcome === 'account') return { kind: 'not-shared' };
  if (answer.status === 404) return { kind: 'not-found' };
  // For example an uploaded Office file: it has a sheet-like URL but no cells.
  if (answer.status === 400) return { kind: 'not-a-sheet' };
  const { outcome, userMessage, status, providerCode, requestId, retryAfterMs } = error;
  // A second throttle without a given wait means that the minute's quota is used up.
  const isMinuteOver = outcome === 'wait' && attempt > 1;
  throw new ProviderError('google', {
    outcome: outcome === 'token-rejected' ? 'fail' : outcome,
    userMessage,
    status,
    providerCode,
    requestId,
    retryAfterMs: retryAfterMs ?? (isMinuteOver ? quotaWindowMs : undefined),
  });
};
