import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { listConnections } from '#shared/contracts/connections.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { orderFaults, postControl } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { awaitExport, beginExport, compareExport, importRows, readExport } from '#lab/faults/exports.ts';
import { connectLater, registerPerson } from '#testing/people.ts';
import { listProviderCalls } from '#lab/faults/providerCalls.ts';
import { atLeast, atMost, exactly, holds } from '#lab/faults/metrics.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { now, startProduct } from '#testing/startProduct.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

const rows = 20_000;
const atGrant = /\/(?:token|revoke)$/;

/** A person revokes access during an export and grants it again. */
export const revoked: ScenarioRun = async (context) => {
  const sandbox = await context.startSandbox();
  await postControl(sandbox, '/google/quota', { readsPerMinute: 100_000, writesPerMinute: 100_000 });
  const product = await startProduct({ folder: context.folder, environment: sandbox.environment });
  const person = await registerPerson(product, 'google', 'facebook');
  const expected = await importRows(person, rows);
  const socket = openSocket(product.apiUrl, { userId: person.userId, token: person.token });
  context.onEnd(async () => socket.close());
  await socket.handshake;
  // Slow writes, so that the revocation hits the middle of the export.
  await orderFaults(sandbox, { provider: 'google', path: '/values', kind: 'slow', delayMs: 200, count: 2 });
  await orderFaults(sandbox, { provider: 'google', path: '/values', kind: 'revoked' });
  const id = await beginExport(person);
  const revokedAt = await waitUntil(
    async () => (await listProviderCalls(sandbox, 'google')).findLast(({ status }) => status === 401)?.at,
    { timeoutMs: hangMs, what: 'the revoked call' },
  );
  await waitUntil(() => socket.received.some(({ event }) => event === 'connection_lost'), {
    timeoutMs: hangMs,
    what: 'the notification',
  });
  const notificationSeconds = (now() - revokedAt) / 1000;
  const state = (await person.request(listConnections)).body.data.find(({ platform }) => platform === 'google');
  await waitUntil(async () => (await readExport(person, id)).state === 'failed', {
    timeoutMs: hangMs,
    what: 'the end of the export',
  });
  const stopped = await readExport(person, id);
  const after = (await listProviderCalls(sandbox, 'google')).filter(
    ({ at, endpoint }) => at > revokedAt && !atGrant.test(endpoint),
  );
  const stored = (await person.request(listNotifications, { query: { after: '0' } })).body.data;
  const lostNotifications = stored.filter(({ event }) => event === 'connection_lost').length;
  const facebook = (await person.request(listAdAccounts.facebook)).status;

  await connectLater(product, person, 'google');
  await awaitExport(person, id, 'complete', 60_000);
  const { spreadsheets, ...counts } = await compareExport(sandbox, id, expected);
  return {
    ...counts,
    metrics: [
      atMost('calls after the refused one', after.length, 1, 'calls'),
      atMost('shown on the screen', notificationSeconds, 5, 's'),
      exactly('stored notifications', lostNotifications, 1, 'notifications'),
      holds('connection asks for a reconnect, with a reason', state?.state === 'reconnect' && Boolean(state.reason)),
      holds('other platform works', facebook === 200),
      atLeast('rows written before', stopped.rowsWritten, 1, 'rows'),
      atMost('spreadsheets', spreadsheets.length, 1, 'files'),
    ],
  };
};
