import { and, eq, sql } from '#server/database/drizzle.ts';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import { listLeads } from '#shared/contracts/leads.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import {
  createSheetSync,
  deleteSheetSync,
  listSheetSyncRuns,
  listSheetSyncs,
  runSheetSync,
} from '#shared/contracts/sheetSyncs.ts';
import type { SheetSyncRun } from '#shared/contracts/sheetSyncs.ts';
import { sheetSyncs } from '#server/database/schema.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { waitUntil } from '#testing/waitUntil.ts';

/** A person with sheets in sync. */
export const newSyncPerson = async (api: TestApi) => {
  const { userId, workspaceId, token } = await api.registerUser();
  const byId = (id: string) => and(eq(sheetSyncs.workspaceId, workspaceId), eq(sheetSyncs.id, id));

  const runs = async (id: string): Promise<SheetSyncRun[]> =>
    (await api.request(listSheetSyncRuns, { token, params: { id } })).body.data;
  /** Waits until the run with this number has ended and returns it. */
  const endOfRun = (id: string, number: number, timeoutMs = 30_000): Promise<SheetSyncRun> =>
    waitUntil(async () => (await runs(id)).find((run) => run.id === number && run.state !== 'running') ?? null, {
      timeoutMs,
      what: `the end of run ${number}`,
    });

  return {
    userId,
    workspaceId,
    token,
    create: (url: string, type: string) => api.request(createSheetSync, { token, body: { url, type } }),
    /** Creates a record and returns its id when the first run has ended. */
    createAndRun: async (url: string, type: 'meta' | 'google' | 'tiktok') => {
      const { status, body } = await api.request(createSheetSync, { token, body: { url, type } });
      if (status !== 200) throw new Error(`no record was created: ${status} ${JSON.stringify(body)}`);
      return { id: body.data.id, run: await endOfRun(body.data.id, 1) };
    },
    list: async (query: Record<string, string> = { limit: '100' }) =>
      (await api.request(listSheetSyncs, { token, query })).body,
    remove: (id: string) => api.request(deleteSheetSync, { token, params: { id } }),
    runNow: (id: string) => api.request(runSheetSync, { token, params: { id } }),
    askForRuns: (id: string) => api.request(listSheetSyncRuns, { token, params: { id } }),
    runs,
    endOfRun,
    /** Makes the record due, as if this many intervals had passed. Returns the next run once it has ended. */
    comeDue: async (id: string, intervals = 0) => {
      const [before] = await runs(id);
      const seconds = intervals * api.context.env.AUTOSYNC_INTERVAL_SECONDS;
      const nextRunAt = sql`now() - make_interval(secs => ${seconds})`;
      await api.context.db.update(sheetSyncs).set({ nextRunAt }).where(byId(id));
      return endOfRun(id, (before?.id ?? 0) + 1);
    },
    record: async (id: string) => {
      const [row] = await api.context.db.select().from(sheetSyncs).where(byId(id));
      if (!row) throw new Error(`no record ${id}`);
      return row;
    },
    changeRecord: (id: string, change: Partial<typeof sheetSyncs.$inferSelect>) =>
      api.context.db.update(sheetSyncs).set(change).where(byId(id)),
    customLeads: async () => (await api.request(listCustomLeads, { token, query: { limit: '100' } })).body.data.data,
    tiktokLeads: async () => (await api.request(listLeads.tiktok, { token, query: { limit: '100' } })).body.data,
    notifications: async () => (await api.request(listNotifications, { token })).body.data,
  };
};
