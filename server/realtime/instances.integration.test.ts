import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseEnv } from '#server/config/env.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { sessionExpired } from '#server/lib/failures/errors.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { openTestDatabase } from '#testing/database/openTestDatabase.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { attachSocketServer } from './attachSocketServer.ts';
import { closeSocketServer } from './closeSocketServer.ts';
import { newWorkspaceId } from '#server/lib/WorkspaceId.ts';
import { createRememberedSessions } from '#server/lib/http/rememberedSessions.ts';
import { createEventPublisher } from './createEventPublisher.ts';
import { createSocketServer } from './createSocketServer.ts';
import type { SocketServer } from './createSocketServer.ts';

const logger = createLogger('silent');
const workspaceId = newWorkspaceId();

const listen = async (io: SocketServer): Promise<string> => {
  const httpServer = createServer();
  attachSocketServer({
    io,
    httpServer,
    logger,
    authenticateToken: (token) =>
      token.startsWith('token-of-')
        ? Promise.resolve({ userId: token.slice(9), workspaceId, role: 'owner', tokenHash: `hash-${token}` })
        : Promise.reject(sessionExpired()),
    handlers: { onExportRequest: () => Promise.resolve() },
  });
  await new Promise<void>((resolve) => {
    httpServer.listen(0, '127.0.0.1', resolve);
  });
  const address = httpServer.address();
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
};

describe('several instances', () => {
  let database: OpenDatabase;
  const servers: SocketServer[] = [];

  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(async () => {
    await Promise.all(servers.map(closeSocketServer));
    await database.close();
  });

  const newInstance = () => {
    const env = parseEnv({ DATABASE_URL: 'postgres://unused', ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') });
    const io = createSocketServer({ env, logger, database });
    servers.push(io);
    const sessions = createRememberedSessions();
    return { io, sessions, publisher: createEventPublisher(io, sessions) };
  };

  test('an event and the end of a session reach the sockets of every instance, even from a process without sockets', async () => {
    const [first, second] = [await listen(newInstance().io), await listen(newInstance().io)];
    const { publisher: worker } = newInstance();
    const ada = [first, second].map((url) => openSocket(url, { userId: 'ada', token: 'token-of-ada' }));
    const bea = openSocket(second, { userId: 'bea', token: 'token-of-bea' });
    for (const socket of [...ada, bea]) expect(await socket.handshake).toBeNull();

    // Instances start to listen shortly after creation, so they may miss the first events.
    await waitUntil(() => {
      worker.toMember({ userId: 'ada', workspaceId }, 'export_error', { message: 'to everyone of Ada' });
      return ada.every(({ received }) => received.length > 0);
    });
    expect(
      ada.flatMap(({ received }) => received).every(({ payload }) => payload['message'] === 'to everyone of Ada'),
    ).toBe(true);

    const former = { userId: 'ada', workspaceId };
    const to = { userId: 'ada', workspaceId: newWorkspaceId() };
    await worker.moveSessions({ tokenHashes: ['hash-token-of-ada'], from: former, to, message: 'moved' });
    const moved = { event: 'workspace_changed', payload: { workspaceId: to.workspaceId, message: 'moved' } };
    await waitUntil(() => ada.every(({ received }) => received.at(-1)?.event === moved.event));
    worker.toMember(former, 'export_error', { message: 'of the former workspace' });
    worker.toWorkspace(workspaceId, 'insights_changed', { platform: 'google' });
    worker.toMember(to, 'export_error', { message: 'of the new workspace' });
    await waitUntil(() => bea.received.length > 0);
    bea.received.length = 0;
    await waitUntil(() => ada.every(({ received }) => received.at(-1)?.event === 'export_error'));
    for (const { received } of ada)
      expect(received.slice(received.findIndex(({ event }) => event === moved.event))).toEqual([
        moved,
        { event: 'export_error', payload: { message: 'of the new workspace' } },
      ]);

    await worker.cutSessions(['hash-token-of-ada']);
    await waitUntil(() => ada.every(({ socket }) => !socket.connected));
    worker.toMember({ userId: 'bea', workspaceId }, 'export_error', { message: 'still here' });
    await waitUntil(() => bea.received.length > 0);
    expect(bea.received).toEqual([{ event: 'export_error', payload: { message: 'still here' } }]);

    worker.toWorkspace(workspaceId, 'leads_changed', { list: 'facebook' });
    await waitUntil(() => bea.received.at(-1)?.event === 'leads_changed');
    const later = openSocket(second, { userId: 'cid', token: 'token-of-cid', openForMs: 60_000 });
    await waitUntil(() => later.received.some(({ event }) => event === 'leads_changed'));
    for (const socket of [bea, later]) socket.close();
  });

  test('events of a process arrive elsewhere in the order of sending, including duplicates', async () => {
    const url = await listen(newInstance().io);
    const { publisher } = newInstance();
    const dora = openSocket(url, { userId: 'dora', token: 'token-of-dora' });
    expect(await dora.handshake).toBeNull();
    const send = (message: string) => publisher.toMember({ userId: 'dora', workspaceId }, 'export_error', { message });
    const texts = Array.from({ length: 300 }, (_, number) => `event ${Math.floor(number / 2)}`);
    for (const text of texts) send(text);
    await waitUntil(() => dora.received.length >= texts.length);
    expect(dora.received.map(({ payload }) => payload['message'])).toEqual(texts);
    dora.close();
  });

  test('every process forgets a changed session before the change is reported as done', async () => {
    const processes = Array.from({ length: 3 }, newInstance);
    // Processes know each other only after an introduction.
    const [first] = processes;
    await waitUntil(async () => (await first?.io.of('/').adapter.serverCount()) === servers.length);
    const later = new Date(Date.now() + 86_400_000);
    const [ended, other] = ['ended', 'other'].map((tokenHash) => ({
      tokenHash,
      userId: tokenHash,
      workspaceId: newWorkspaceId(),
      role: 'owner' as const,
      lastUsedAt: new Date(),
      expiresAt: later,
      endsAt: later,
    }));
    if (!ended || !other) throw new Error('There are two sessions');
    const remember = async () => {
      for (const { sessions } of processes)
        for (const session of [ended, other]) await sessions.read(session.tokenHash, async () => session);
    };
    const known = () =>
      processes.map(({ sessions }) => [ended, other].map((each) => sessions.find(each.tokenHash) !== null));

    await remember();
    await first?.publisher.cutSessions(['ended']);
    expect(known()).toEqual(processes.map(() => [false, true]));
    await remember();
    await first?.publisher.forgetWorkspaces([other.workspaceId]);
    expect(known()).toEqual(processes.map(() => [true, false]));
  });

  test('sockets reopen when events arrive again, and no pool connection is held', async () => {
    const { pool } = database;
    const url = await listen(newInstance().io);
    const { publisher } = newInstance();
    const cleo = openSocket(url, { userId: 'cleo', token: 'token-of-cleo' });
    expect(await cleo.handshake).toBeNull();
    const reason = new Promise((resolve) => cleo.socket.once('disconnect', resolve));
    const ended = await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and (query ilike 'listen %' or query = 'select 1')`,
    );
    expect(ended.rowCount).toBe(1);
    // A client reconnects after this reason, and reloads what it missed.
    expect(await reason).toBe('transport close');
    const again = openSocket(url, { userId: 'cleo', token: 'token-of-cleo' });
    expect(await again.handshake).toBeNull();
    publisher.toMember({ userId: 'cleo', workspaceId }, 'export_error', { message: 'again' });
    await waitUntil(() => again.received.length > 0);
    await waitUntil(() => pool.totalCount === pool.idleCount);
    again.close();
  });
});
