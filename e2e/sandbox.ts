import * as z from 'zod';
import type { PlatformId } from '#shared/platforms.ts';

const sandboxUrl = (): string => {
  const url = process.env['E2E_SANDBOX_URL'];
  if (!url) throw new Error('The browser tests are started with "npm run test:e2e"');
  return url;
};

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const spreadsheet = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  sheets: z.array(
    z.object({
      title: z.string(),
      rows: z.array(z.array(cell)),
      formulas: z.array(z.unknown()),
      frozenRowCount: z.number(),
      boldHeader: z.boolean(),
    }),
  ),
});

const read = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
  const response = await fetch(`${sandboxUrl()}/control${path}`);
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${path}`);
  return schema.parse(await response.json());
};

/** Ids of all spreadsheets that exports have made. */
export const spreadsheetIds = async (): Promise<string[]> =>
  (await read('/spreadsheets', z.array(z.object({ id: z.string() })))).map(({ id }) => id);

export const readSpreadsheet = (id: string) => read(`/spreadsheets/${id}`, spreadsheet);

/** The newest mail to an address. */
export const lastMailTo = async (address: string): Promise<string | null> => {
  const mails = await read('/mail', z.array(z.object({ to: z.string(), text: z.string() })));
  return mails.findLast((mail) => mail.to.includes(address))?.text ?? null;
};

/** Lets the next call of a provider whose path holds `path` wait. */
export const slowDown = async (provider: PlatformId, path: string, delayMs: number): Promise<void> => {
  const response = await fetch(`${sandboxUrl()}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider, path, kind: 'slow', delayMs }),
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to a fault`);
};

const userSheet = z.object({ url: z.string(), rows: z.array(z.array(z.string())) });

/** The sheet that everyone may read: 22 columns, a header and seven leads. */
export const readPublicSheet = () => read('/sheets/sandbox-leads-public-0001', userSheet);

/** Ends the access of everybody who has connected Facebook. */
export const expireTokens = async (provider: 'facebook'): Promise<void> => {
  const response = await fetch(`${sandboxUrl()}/control/${provider}/expire-tokens`, { method: 'POST' });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to the end of all access`);
};
