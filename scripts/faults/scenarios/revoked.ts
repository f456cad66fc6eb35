import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { listConnections } from '#shared/contracts/connections.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { orderFaults, postControl } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import {
  awaitExport,
  beginExport,
  compareSheet,
  importRows,
  listSpreadsheets,
  readCells,
  readExport,
} from '../exports.ts';
import { connectLater, registerPerson } from '#testing/people.ts';
import { listProviderCalls } from '../providerCalls.ts';
import type { Scenario } from '../Scenario.ts';
import { createSite, now, startProduct } from '#testing/startProduct.ts';

const rows = 20_000;
const atGrant = /\/(?:token|revoke)$/;

/** A person revokes the permission during an export, and grants it again. */
export const revoked: Scenario = {
  name: 'revoked',
  covers: ['R8'],
  runs: { full: 1, short: 0 },
  run: async (context) => {
    const sandbox = await context.startSandbox();
    await postControl(sandbox, '/google/quota', { readsPerMinute: 100_000, writesPerMinute: 100_000 });
    const site = await createSite({ folder: context.folder, environment: sandbox.environment });
    await startProduct(site);
    const person = await registerPerson(site, 'google', 'facebook');
    const expected = await importRows(person, rows);
    const socket = openSocket(site.apiUrl, { userId: person.userId, token: person.token });
    context.onEnd(async () => socket.close());
    await socket.handshake;
    // Slow writes, so that the grant is revoked in the middle.
    await orderFaults(sandbox, { provider: 'google', path: '/values', kind: 'slow', delayMs: 200, count: 2 });
    await orderFaults(sandbox, { provider: 'google', path: '/values', kind: 'revoked' });
    const id = await beginExport(person);
    const revokedAt = await waitUntil(
      async () => (await listProviderCalls(sandbox, 'google')).findLast(({ status }) => status === 401)?.at,
      { timeoutMs: 60_000, what: 'the revoked call' },
    );
    await waitUntil(() => socket.received.some(({ event }) => event === 'connection_lost'), {
      timeoutMs: 30_000,
      what: 'the notification',
    });
    const notificationSeconds = (now() - revokedAt) / 1000;
    const state = (await person.request(listConnections)).body.data.find(({ platform }) => platform === 'google');
    await waitUntil(async () => (await readExport(person, id)).state === 'failed', {
      timeoutMs: 60_000,
      what: 'the end of the export',
    });
    const stopped = await readExport(person, id);
    const after = (await listProviderCalls(sandbox, 'google')).filter(
      ({ at, endpoint }) => at > revokedAt && !atGrant.test(endpoint),
    );
    const stored = (await person.request(listNotifications, { query: { after: '0' } })).body.data;
    const lostNotifications = stored.filter(({ event }) => event === 'connection_lost').length;
    const facebook = (await person.request(listAdAccounts.facebook)).status;

    const writtenBefore = stopped.rowsWritten;
    await connectLater(site, person, 'google');
    await awaitExport(person, id, 'complete', 60_000);
    const spreadsheets = await listSpreadsheets(sandbox, id);
    const [spreadsheet] = spreadsheets;
    if (!spreadsheet) throw new Error('There is no spreadsheet');
    return {
      ...compareSheet(await readCells(sandbox, spreadsheet.id), expected),
      metrics: [
        { name: 'calls after the refused one', value: after.length, unit: 'calls', atMost: 1 },
        { name: 'shown on the screen', value: notificationSeconds, unit: 's', atMost: 5 },
        { name: 'stored notifications', value: lostNotifications, unit: 'notifications', atLeast: 1, atMost: 1 },
        {
          name: 'connection asks for a reconnect, with a reason',
          value: state?.state === 'reconnect' && state.reason ? 1 : 0,
          unit: '',
          atLeast: 1,
        },
        { name: 'other platform works', value: facebook === 200 ? 1 : 0, unit: '', atLeast: 1 },
        { name: 'rows written before', value: writtenBefore, unit: 'rows', atLeast: 1 },
        { name: 'spreadsheets', value: spreadsheets.length, unit: 'files', atMost: 1 },
      ],
    };
  },
};
