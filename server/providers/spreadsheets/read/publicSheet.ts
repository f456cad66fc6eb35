import { messages } from '#shared/messages.ts';
import { judgeStatus } from '../../calls/http.ts';
import type { ProviderAnswer, ProviderRequest } from '../../calls/http.ts';
import { ProviderError } from '../../ProviderError.ts';
import { parseCsv } from './parseCsv.ts';
import type { SheetAddress, SheetReading } from '../SheetReader.ts';

/** Google serves each download from a separate host. */
const contentHosts = '-sheets.googleusercontent.com';
const maxHops = 3;

/** One plain call with the reader's limits and log. */
export type Exchange = (request: Pick<ProviderRequest, 'endpoint' | 'url' | 'headers'>) => Promise<ProviderAnswer>;

const csvUrl = ({ documentId, isPublished, gid }: SheetAddress, docsUrl: string): URL => {
  const url = isPublished
    ? new URL(`${docsUrl}/spreadsheets/d/e/${documentId}/pub?output=csv&single=true`)
    : new URL(`${docsUrl}/spreadsheets/d/${documentId}/export?format=csv`);
  // Google: no gid means the first tab.
  if (gid !== null) url.searchParams.set('gid', gid);
  return url;
};

/** Allowed redirect targets: Google Docs itself or a content host. */
const isAllowedHop = (url: URL, docsOrigin: string): boolean =>
  url.username === '' &&
  url.password === '' &&
  (url.origin === docsOrigin || (url.protocol === 'https:' && url.port === '' && url.hostname.endsWith(contentHosts)));

const tooManyHops = (): ProviderError =>
  new ProviderError('google', {
    outcome: 'retry',
    userMessage: messages.sheets.unavailable,
    providerCode: 'too-many-redirects',
  });

/** Reads the tab through the public CSV export, without retries. */
export const readPublicSheet = async (
  address: SheetAddress,
  docsUrl: string,
  send: Exchange,
): Promise<SheetReading> => {
  const docsOrigin = new URL(docsUrl).origin;
  let url = csvUrl(address, docsUrl);
  for (let hop = 0; hop <= maxHops; hop += 1) {
    const answer = await send({ endpoint: 'sheet csv', url, headers: { accept: 'text/csv' } });
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
    if (location === null) return judgeCsv(answer, address);
    // Without access, Google redirects to a sign-in page of its own or of the organization.
    if (!URL.canParse(location, url.href)) return { kind: 'not-shared' };
    url = new URL(location, url);
    if (!isAllowedHop(url, docsOrigin)) return { kind: 'not-shared' };
  }
  throw tooManyHops();
};

const judgeCsv = async (answer: ProviderAnswer, { gid }: SheetAddress): Promise<SheetReading> => {
  switch (answer.status) {
    case 200: {
      // Google: a sign-in page is also a 200.
      const isCsv = /^text\/csv\b/i.test(answer.headers.get('content-type') ?? '');
      if (!isCsv || answer.text.trimStart().startsWith('<')) return { kind: 'not-shared' };
      const rows = await parseCsv(answer.text);
      return rows ? { kind: 'rows', rows } : { kind: 'too-large' };
    }
    case 400:
      return { kind: gid === null ? 'not-a-sheet' : 'no-such-tab' };
    case 401:
    case 403:
      return { kind: 'not-shared' };
    case 404:
    case 410:
      return { kind: 'not-found' };
    default:
      throw judgeStatus('google', answer);
  }
};
