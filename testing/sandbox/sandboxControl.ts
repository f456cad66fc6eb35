import * as z from 'zod';

const cell = z.union([z.string(), z.number(), z.boolean(), z.null(), z.object({ formula: z.string() })]);

const spreadsheet = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  writeCalls: z.number(),
  appProperties: z.record(z.string(), z.string()),
  sheets: z.array(
    z.object({
      title: z.string(),
      rowCount: z.number(),
      columnCount: z.number(),
      frozenRowCount: z.number(),
      boldHeader: z.boolean(),
      /** As displayed: dates as text. */
      rows: z.array(z.array(cell)),
      /** As stored: dates as serial numbers. */
      values: z.array(z.array(cell)),
      formulas: z.array(z.unknown()),
      formats: z.array(z.object({ range: z.string(), format: z.record(z.string(), z.unknown()) })),
    }),
  ),
});
export type SandboxSpreadsheet = z.output<typeof spreadsheet>;

type Sandbox = { url: string };

/** Sends a control call. @throws when the sandbox refuses it */
export const callControl = async (sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<unknown> => {
  const response = await fetch(`${sandbox.url}/control${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The sandbox refused ${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
};

export const readControl = (sandbox: Sandbox, path: string): Promise<unknown> => callControl(sandbox, 'GET', path);

export const postControl = (sandbox: Sandbox, path: string, body: unknown): Promise<unknown> =>
  callControl(sandbox, 'POST', path, body);

/** Ids of all spreadsheets that exports have made. */
export const readSpreadsheetIds = async (sandbox: Sandbox): Promise<string[]> =>
  z
    .array(z.object({ id: z.string() }))
    .parse(await readControl(sandbox, '/spreadsheets'))
    .map(({ id }) => id);

export const readSpreadsheet = async (sandbox: Sandbox, id: string): Promise<SandboxSpreadsheet> =>
  spreadsheet.parse(await readControl(sandbox, `/spreadsheets/${id}`));

/** All spreadsheets that exports have made, with their cells. */
export const readSpreadsheets = async (sandbox: Sandbox): Promise<SandboxSpreadsheet[]> =>
  Promise.all((await readSpreadsheetIds(sandbox)).map((id) => readSpreadsheet(sandbox, id)));

export type SandboxFault = {
  provider: 'google' | 'facebook' | 'tiktok';
  path?: string;
  kind: string;
  count?: number;
  retryAfterSeconds?: number;
  delayMs?: number;
};

/** Makes the next calls fail. If several faults match a call, the first in order applies. */
export const orderFaults = async (sandbox: Sandbox, ...faults: SandboxFault[]): Promise<void> => {
  for (const fault of faults) await postControl(sandbox, '/faults', fault);
};

export const clearFaults = async (sandbox: Sandbox): Promise<void> => {
  await callControl(sandbox, 'DELETE', '/faults');
};

/** A person's sheet to import from. `rows` starts with the header; `tabs` follow the first tab. */
export type SandboxSheet = {
  rows: readonly (readonly string[])[];
  shared: 'public' | 'service-account' | 'private';
  tabs?: readonly { gid: number; title: string; rows: readonly (readonly string[])[] }[];
};

/** Creates or changes a sheet. @returns the address that its owner would share */
export const putSheet = async (sandbox: Sandbox, id: string, sheet: SandboxSheet): Promise<string> =>
  z.object({ url: z.string() }).parse(await callControl(sandbox, 'PUT', `/sheets/${id}`, sheet)).url;

/** Number of calls per endpoint, e.g. `google POST /token`. */
export const readCallCounts = async (sandbox: Sandbox): Promise<Record<string, number>> =>
  z.object({ counts: z.record(z.string(), z.number()) }).parse(await readControl(sandbox, '/calls')).counts;

const mails = z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() }));
export type SandboxMail = z.output<typeof mails>[number];

/** All mail that the sandbox has received, newest last. */
export const readMails = async (sandbox: Sandbox): Promise<SandboxMail[]> =>
  mails.parse(await readControl(sandbox, '/mail'));

export type SandboxLead = {
  platform: 'facebook' | 'tiktok';
  formId?: string;
  fields?: Record<string, string | string[]>;
  raw?: Record<string, unknown>;
  webhook?: boolean;
  times?: number;
  delayMs?: number;
};

/** Simulates a person who submits a lead form. */
export const submitLead = async (sandbox: Sandbox, lead: SandboxLead): Promise<{ leadId: string; formId: string }> =>
  z.object({ leadId: z.string(), formId: z.string() }).parse(await postControl(sandbox, '/leads', lead));
