import { eq } from '#server/database/drizzle.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { socketLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { logout } from '#shared/contracts/users.ts';
import { sessions } from '#server/database/schema.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { announce } from '#server/modules/notifications/announce.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import type { TestSocket } from '#testing/api/openSocket.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { waitUntil } from '#testing/waitUntil.ts';

type Person = Pick<TestPerson, 'userId' | 'workspaceId' | 'token'>;

let api: TestApi;
const sockets: TestSocket[] = [];

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

const newPerson = async (): Promise<Person> => {
  const { userId, workspaceId, token } = await api.registerUser();
  return { userId, workspaceId, token };
};

const open = (handshake: Parameters<typeof openSocket>[1]): TestSocket => {
  const socket = openSocket(api.url, handshake);
  sockets.push(socket);
  return socket;
};

const listen = async (person: Person & { openForMs?: number }): Promise<TestSocket> => {
  const socket = open(person);
  expect(await socket.handshake).toBeNull();
  return socket;
};

const refusalOf = async (handshake: Parameters<typeof openSocket>[1]) => {
  const refusal = await open(handshake).handshake;
  return [refusal?.message, refusal?.data?.code];
};

const connected = (person: Person) => ({ userId: person.userId, platform: 'google', connected: true }) as const;

/** Events arrive in order, so this event shows that no earlier one is pending. */
const announceAndWait = async (person: Person, socket: TestSocket): Promise<void> => {
  const before = socket.received.length;
  await announce(api.context, person, 'google_connected', connected(person));
  await waitUntil(() => socket.received.slice(before).some(({ event }) => event === 'google_connected'));
};

describe('the handshake', () => {
  test("is accepted from the token's owner", async () => {
    expect(await open(await newPerson()).handshake).toBeNull();
  });

  test('is refused without a token, with a wrong one, and for someone else [S7.SOCK.25]', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const expired = [messages.auth.sessionExpired, 'SESSION_EXPIRED'];
    expect(await refusalOf({ userId: person.userId })).toEqual(expired);
    expect(await refusalOf({ userId: person.userId, token: 'not-a-token' })).toEqual(expired);
    const mismatch = [messages.auth.sessionMismatch, 'FORBIDDEN'];
    expect(await refusalOf({ userId: other.userId, token: person.token })).toEqual(mismatch);
    expect(await refusalOf({ token: person.token })).toEqual(mismatch);
  });

  test('is refused with an expired session', async () => {
    const person = await newPerson();
    await api.context.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(sessions.tokenHash, hashSecret(person.token)));
    expect(await refusalOf(person)).toEqual([messages.auth.sessionExpired, 'SESSION_EXPIRED']);
  });

  test('is refused to a page of another origin', async () => {
    const person = await newPerson();
    expect(await open({ ...person, headers: { origin: 'https://evil.example' } }).handshake).toBeInstanceOf(Error);
    expect(await open({ ...person, headers: { origin: 'null' } }).handshake).toBeInstanceOf(Error);
    expect(await open({ ...person, headers: { origin: api.context.env.PUBLIC_URL } }).handshake).toBeNull();
  });
});

describe('events', () => {
  test('reach every socket of their person and no other, even if another room is requested [S7.SOCK.25]', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const [first, second, stranger] = [await listen(person), await listen(person), await listen(other)];
    stranger.socket.emit('join_user', person.userId);
    first.socket.emit('join_user', person.userId);
    await announceAndWait(person, first);
    await announceAndWait(person, second);
    expect(first.received).toEqual([
      { event: 'google_connected', payload: { ...connected(person), notificationId: 1 } },
      { event: 'google_connected', payload: { ...connected(person), notificationId: 2 } },
    ]);
    await announceAndWait(other, stranger);
    expect(stranger.received).toEqual([
      { event: 'google_connected', payload: { ...connected(other), notificationId: 1 } },
    ]);
  });

  test('that are stored are not repeated to sockets that open later', async () => {
    const person = await newPerson();
    await announceAndWait(person, await listen(person));
    const later = await listen(person);
    await announceAndWait(person, later);
    expect(later.received.map(({ payload }) => payload['notificationId'])).toEqual([2]);
  });

  test('that ask to reload data reach a page whose socket opens after them, but only those since it was opened', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const hint = { event: 'findings_changed', payload: { unmarked: 4 } };
    api.context.publisher.toWorkspace(person.workspaceId, 'findings_changed', hint.payload);
    const openForMs = 60_000;
    const page = await listen({ ...person, openForMs });
    const others = [
      await listen({ ...person, openForMs: 0 }),
      await listen(person),
      await listen({ ...other, openForMs }),
    ];
    for (const each of [person, other]) await announce(api.context, each, 'google_connected', connected(each));
    await waitUntil(() => [page, ...others].every(({ received }) => received.at(-1)?.event === 'google_connected'));
    expect(page.received[0]).toEqual(hint);
    for (const { received } of others) expect(received).toHaveLength(1);
  });

  test('stop with the session: its sockets are disconnected, and those of other sessions stay', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const [socket, stays] = [await listen(person), await listen(other)];
    await api.request(logout, { token: person.token });
    await waitUntil(() => !socket.socket.connected);
    await announceAndWait(other, stays);
    expect(stays.socket.connected).toBe(true);
    expect(await open(person).handshake).toBeInstanceOf(Error);
  });
});

/** Like a client without our types. */
const emitAnything = ({ socket }: TestSocket, payload: unknown, event = 'google_export_Sheet'): void => {
  const untyped: { emit(event: string, payload: unknown): unknown } = socket;
  untyped.emit(event, payload);
};

describe('a message from a socket', () => {
  test('is refused with a readable message when it is invalid or names another person', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const [socket, spy] = [await listen(person), await listen(other)];
    const dateRange = { since: '2026-01-01', until: '2026-01-02' };
    const valid = { userId: person.userId, platform: 'google', timestamp: '2026-01-02T10:00:00Z', dateRange };
    const wrong: unknown[] = [
      undefined,
      null,
      'text',
      [],
      {},
      { ...valid, userId: other.userId },
      { ...valid, platform: 'tiktok' },
      { ...valid, timestamp: 'yesterday' },
      { ...valid, dateRange: { since: '2026-02-30', until: '2026-03-01' } },
      { ...valid, dateRange: null },
    ];
    for (const payload of wrong) emitAnything(socket, payload);
    // A database cannot store lone surrogates or NUL.
    const ids = ['', 'a\u0000b', '\ud800', "1' or '1'='1"];
    const facebook = { ...valid, platform: 'facebook' };
    for (const id of ids) emitAnything(socket, { ...facebook, ad_account_ids: [id] }, 'fb_export_Sheet');
    await waitUntil(() => socket.received.length === wrong.length + ids.length);
    expect(JSON.stringify(socket.received)).not.toContain(messages.server.unexpected);
    expect(new Set(socket.received.map(({ event }) => event))).toEqual(new Set(['export_error']));
    expect(socket.received[0]?.payload).toEqual({ message: messages.validation.invalidRequest });
    await announceAndWait(other, spy);
    expect(spy.received).toHaveLength(1);
  });

  test('is ignored beyond the budget per minute', async () => {
    const socket = await listen(await newPerson());
    const count = socketLimits.messagesPerMinute + 40;
    for (let sent = 0; sent < count; sent += 1) emitAnything(socket, {});
    await waitUntil(() => socket.received.some(({ payload }) => payload['message'] === messages.auth.tooManyAttempts));
    const answers = socket.received.filter(({ payload }) => payload['message'] === messages.validation.invalidRequest);
    expect(answers.length).toBeLessThanOrEqual(socketLimits.messagesPerMinute);
  });

  test('ends only its own socket if the frame exceeds the limit', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const [socket, stays] = [await listen(person), await listen(other)];
    socket.socket.emit('join_user', 'x'.repeat(socketLimits.maxFrameBytes + 1));
    await waitUntil(() => !socket.socket.connected);
    await announceAndWait(other, stays);
    expect(stays.socket.connected).toBe(true);
  });
});
