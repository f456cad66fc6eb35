import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { getExport } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { readSpreadsheets } from '#testing/sandbox/sandboxControl.ts';
import type { SandboxSpreadsheet } from '#testing/sandbox/sandboxControl.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';

export type Person = TestPerson;

export const newPerson = async (api: TestApi, ...platforms: PlatformId[]): Promise<Person> => {
  const person = await api.registerUser();
  for (const platform of platforms) await connectPlatform(api, person, platform);
  return person;
};

export const readRun = async (api: TestApi, { token }: Person, id: string): Promise<ExportRun> =>
  (await api.request(getExport, { token, params: { id } })).body.data;

/** The export, once it has the wanted state. */
export const awaitRun = (
  api: TestApi,
  person: Person,
  id: string,
  isWanted: (run: ExportRun) => boolean,
): Promise<ExportRun> =>
  api.waitUntil(
    async () => {
      const run = await readRun(api, person, id);
      return isWanted(run) ? run : null;
    },
    { timeoutMs: 40_000, what: 'the state of the export' },
  );

export const awaitState = (api: TestApi, person: Person, id: string, state: ExportRun['state']): Promise<ExportRun> =>
  awaitRun(api, person, id, (run) => run.state === state);

/** All spreadsheets that were made for an export. */
export const sheetsOf = async (api: TestApi, exportId: string): Promise<SandboxSpreadsheet[]> =>
  (await readSpreadsheets(api.sandbox)).filter(({ appProperties }) => appProperties['leadlightExport'] === exportId);

/** The one spreadsheet of an export. */
export const onlySheetOf = async (api: TestApi, exportId: string): Promise<SandboxSpreadsheet> => {
  const [only, ...others] = await sheetsOf(api, exportId);
  if (!only || others.length > 0) throw new Error(`The export has ${others.length + (only ? 1 : 0)} spreadsheets`);
  return only;
};

/** The events of an export, in their order. */
export const noticesOf = async (api: TestApi, { token }: Person, exportId: string): Promise<string[]> => {
  const notifications: Notification[] = (await api.request(listNotifications, { token })).body.data;
  return notifications.filter(({ payload }) => payload['exportId'] === exportId).map(({ event }) => event);
};

export const importLeads = async (
  api: TestApi,
  { token }: Person,
  leads: readonly Record<string, unknown>[],
): Promise<void> => {
  const { status, body } = await api.request(saveCustomLeads, { token, body: { leads: [...leads] } });
  if (status !== 200) throw new Error(`The leads were not imported: ${status} ${JSON.stringify(body)}`);
};
