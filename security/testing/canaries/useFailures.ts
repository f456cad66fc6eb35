import { Client } from 'pg';
import { expect } from 'vitest';
import { fetchGoogleSheet, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { listFacebookLeads } from '#shared/contracts/leads.ts';
import { listSheetSyncRuns, runSheetSync } from '#shared/contracts/sheetSyncs.ts';
import { register, sendOtp } from '#shared/contracts/users.ts';
import { platformIds } from '#shared/platforms.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { submitLead } from '#testing/sandbox/sandboxControl.ts';
import { account, formLead, importedLead, sent, sheetId, stranger } from './marks.ts';
import { readFigures } from './useLeads.ts';
import { rowOf, waitFor } from './visit.ts';
import type { Visit } from './visit.ts';

const isLogged = async ({ readLog }: Visit, text: string, times = 1): Promise<boolean> =>
  (await readLog()).split(text).length > times;

export const useSockets = async ({ me, refusals, site }: Visit): Promise<void> => {
  const refused = [
    openSocket(site.url, { userId: me.userId, token: sent.socketToken }),
    openSocket(site.url, { userId: stranger.text, token: me.token }),
    openSocket(site.url, {
      userId: me.userId,
      token: me.token,
      headers: { origin: 'https://elsewhere.example' },
    }),
  ];
  for (const socket of refused) refusals.push((await socket.handshake)?.message ?? '');
  const socket = openSocket(site.url, me);
  expect(await socket.handshake).toBeNull();
  const junk: unknown = { userId: me.userId, platform: 'google', timestamp: stranger.text, rows: [stranger.email] };
  // Unlike the product's client.
  const untyped: { emit(event: string, payload: unknown): unknown } = socket.socket;
  untyped.emit('google_export_Sheet', junk);
  untyped.emit(stranger.text, junk);
  await waitFor('the refusal', async () => socket.received.some(({ event }) => event === 'export_error'));
  refusals.push(JSON.stringify(socket.received));
  socket.close();
};

/** Repeats the calls while every platform refuses them and quotes the whole call. */
export const useLeakyPlatforms = async (visit: Visit, syncId: string): Promise<void> => {
  const { ask, call, mailServer, me, platform } = visit;
  for (const status of [400, 500]) {
    platform.leak(status);
    await readFigures(visit);
    await call(runSheetSync, { token: me.token, params: { id: syncId } });
    await call(fetchGoogleSheet, { token: me.token, query: { url: `${platform.url}/spreadsheets/d/${sheetId}/edit` } });
    await call(listFacebookLeads, { token: me.token });
    for (const id of platformIds) {
      const query = new URLSearchParams({ code: sent.code, auth_code: sent.code, state: sent.state });
      await ask(`/auth/${id}/callback?${query}`);
    }
    const runs = async () => (await call(listSheetSyncRuns, { token: me.token, params: { id: syncId } })).body.data;
    await waitFor('a failed run', async () => (await runs()).some(({ state }) => state === 'failed'));
  }
  platform.leak(null);
  mailServer.refuse();
  await call(sendOtp, { body: { email: account.email } });
  await waitFor('a refused mail', () => isLogged(visit, 'The mail server did not take a message'));
};

/** Makes statements fail with errors that quote the row. */
export const useBrokenTables = async (visit: Visit, url: string): Promise<void> => {
  const { call, me, sandbox } = visit;
  const db = new Client({ connectionString: url });
  await db.connect();
  try {
    for (const table of ['users', 'leads'])
      await db.query(`alter table ${table} add constraint canary check (false) not valid`);
    const broken = { ...account, email: stranger.email, password: sent.password, confirmpassword: sent.password };
    expect((await call(register, { body: broken })).status).toBe(500);
    await call(saveCustomLeads, { token: me.token, body: { leads: [rowOf(importedLead)] } });
    const { email, name } = formLead;
    await submitLead(sandbox, { platform: 'facebook', fields: { full_name: name, email } });
    await waitFor('three refused rows', () => isLogged(visit, 'violates check constraint', 3));
    for (const table of ['users', 'leads']) await db.query(`alter table ${table} drop constraint canary`);
  } finally {
    await db.end();
  }
};
