import * as z from 'zod';
import type { PlatformId } from '#shared/platforms.ts';
import {
  orderFaults,
  postControl,
  readControl,
  readMails,
  readSpreadsheet as readSpreadsheetOf,
  readSpreadsheetIds,
} from '#testing/sandbox/sandboxControl.ts';

/** The sandbox that belongs to this worker's product. */
const sandbox = () => {
  const url = process.env['E2E_SANDBOX_URL'];
  if (!url) throw new Error('Start the browser tests with "npm run test:e2e"');
  return { url };
};

/** Ids of all spreadsheets that exports have created. */
export const spreadsheetIds = (): Promise<string[]> => readSpreadsheetIds(sandbox());

export const readSpreadsheet = (id: string) => readSpreadsheetOf(sandbox(), id);

/** The newest mail to an address. */
export const lastMailTo = async (address: string): Promise<string | null> =>
  (await readMails(sandbox())).findLast(({ to }) => to.includes(address))?.text ?? null;

/** Delays the next call of a provider whose path contains `path`. */
export const slowDown = (provider: PlatformId, path: string, delayMs: number): Promise<void> =>
  orderFaults(sandbox(), { provider, path, kind: 'slow', delayMs });

const userSheet = z.object({ url: z.string(), rows: z.array(z.array(z.string())) });

/** The public sheet: 22 columns, a header and seven leads. */
export const readPublicSheet = async () =>
  userSheet.parse(await readControl(sandbox(), '/sheets/sandbox-leads-public-0001'));

/** Expires all Facebook tokens. */
export const expireTokens = (provider: 'facebook'): Promise<unknown> =>
  postControl(sandbox(), `/${provider}/expire-tokens`, {});
