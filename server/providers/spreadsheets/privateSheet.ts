import * as z from 'zod';
import { inTurns } from '#server/lib/inTurns.ts';
import { storableText } from '#server/lib/storableText.ts';
import { judgeGoogleAnswer } from '../google/errors.ts';
import { readBody } from '../http.ts';
import type { ProviderAnswer } from '../http.ts';
import { ProviderError } from '../ProviderError.ts';
import type { Exchange } from './publicSheet.ts';
import type { ServiceAccountTokens } from './serviceAccountTokens.ts';
import type { SheetAddress, SheetReading } from './SheetReader.ts';
import { collectSheetRows } from './sheetRows.ts';

/** Google: zeros are left out, so the first tab has neither index nor, mostly, an id. */
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

/** Google: quotas of Sheets are counted by the minute, and the answer does not say how much of it is left. */
const quotaWindowMs = 60_000;

type Failure = Exclude<SheetReading, { kind: 'rows' }>;

const isFailure = (answer: ProviderAnswer | Failure): answer is Failure => 'kind' in answer;

/** The tab through the Sheets API, as the service account sees it; one try. */
export const readPrivateSheet = async (
  { documentId, gid }: SheetAddress,
  {
    sheetsUrl,
    tokens,
    send,
    attempt,
  }: { sheetsUrl: string; tokens: ServiceAccountTokens; send: Exchange; attempt: number },
): Promise<SheetReading> => {
  const get = (endpoint: string, path: string, query: Record<string, string>) => {
    const url = new URL(`${sheetsUrl}/v4/spreadsheets/${documentId}${path}?${new URLSearchParams(query)}`);
    return withToken(
      tokens,
      (token) => send({ endpoint, url, headers: { authorization: `Bearer ${token}` } }),
      attempt,
    );
  };

  const tabs = await get('spreadsheets.get', '', { fields: 'sheets.properties' });
  if (isFailure(tabs)) return tabs;
  const grids = readBody('google', tabs, tabList)
    .sheets.map(({ properties }) => properties)
    .filter(({ sheetType }) => sheetType === 'GRID')
    .toSorted((a, b) => a.index - b.index);
  const tab = gid === null ? grids[0] : grids.find(({ sheetId }) => String(sheetId) === gid);
  if (!tab) return { kind: 'no-such-tab' };

  const range = `'${tab.title.replaceAll("'", "''")}'`;
  const values = await get('values.get', `/values/${encodeURIComponent(range)}`, {
    majorDimension: 'ROWS',
    valueRenderOption: 'FORMATTED_VALUE',
    fields: 'values',
  });
  // The tab was there a moment ago: somebody is renaming or removing it.
  if (isFailure(values)) return values.kind === 'not-a-sheet' ? { kind: 'no-such-tab' } : values;
  return collect(readBody('google', values, valueRange).values);
};

const collect = async (values: z.output<typeof valueRange>['values']): Promise<SheetReading> => {
  const collected = collectSheetRows();
  for await (const cells of inTurns(values))
    if (!collected.add(cells.map((each) => storableText(String(each ?? ''))))) return { kind: 'too-large' };
  return { kind: 'rows', rows: collected.rows() };
};

/** A token that is refused is renewed once. */
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
  // An uploaded Office file, say: it has an address like a sheet's, and no cells.
  if (answer.status === 400) return { kind: 'not-a-sheet' };
  const { outcome, userMessage, status, providerCode, requestId, retryAfterMs } = error;
  // A second throttling in a row without a figure means that the minute is used up.
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
