import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { socketLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { socketsPerUser } from '#server/realtime/authenticateSocket.ts';
import { socketPath } from '#shared/socketEvents.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import type { TestSocket } from '#testing/api/openSocket.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { ask } from '#testing/ask.ts';
import { frameOf, openRawSocket } from './testing/rawSocket.ts';
import { startEdge } from './testing/startEdge.ts';
import { startWatchedProduct } from './testing/startWatchedProduct.ts';
import type { WatchedProduct } from './testing/startWatchedProduct.ts';
import { newMemberAt, newStranger } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';

/** A separate product for the flood. */
let product: WatchedProduct;
let edge: Awaited<ReturnType<typeof startEdge>>;
beforeAll(async () => {
  product = await startWatchedProduct();
  edge = await startEdge('shipped', product.url);
});
afterAll(async () => {
  await edge.stop();
  await product.stop();
});

const open = ({ userId, token, forwarded }: Member): TestSocket =>
  openSocket(product.url, { userId, token, headers: forwarded });

/** Checks that a client with an open socket still receives events. */
const expectEvents = async (member: Member, socket: TestSocket): Promise<void> => {
  const before = socket.received.length;
  await member.request(saveCustomLeads, { body: { leads: [{ Name: 'Ada' }] } });
  await waitUntil(() => socket.received.slice(before).some(({ event }) => event === 'leads_changed'), {
    what: 'the event',
  });
};

const controls = fc.constantFrom(
  '',
  '0',
  '1',
  '2',
  '2probe',
  '3',
  '4',
  '5',
  '6',
  '40',
  '41',
  '42',
  '43',
  '44',
  '45',
  '46',
);
const endings = fc.constantFrom(
  '[]',
  '{}',
  '["join_user"]',
  '1-["a",{"_placeholder":true,"num":0}]',
  '999999999-[]',
  '[[[[',
  '/admin,',
  '1e9',
);
const text = fc.tuple(controls, fc.oneof(fc.string({ maxLength: 200 }), endings)).map((parts) => parts.join(''));
const payload = fc.oneof(
  text,
  fc.json({ maxDepth: 4 }).map((json) => `42["fb_export_Sheet",${json}]`),
  fc.uint8Array({ maxLength: 300 }),
);
/** Well-formed masked frames with any payload, or random bytes. */
const chunk = fc.oneof(
  fc.tuple(payload, fc.constantFrom(0, 1, 2, 3, 8, 9, 10, 15)).map(([data, opcode]) => frameOf(data, opcode)),
  fc.uint8Array({ minLength: 1, maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
  // An excessive length, an unmasked frame, reserved bits, an endless message.
  fc
    .constantFrom('81ff7fffffffffffffff00000000', '8104746573', 'f18000000000', '018000000000', '89fe00ff00000000')
    .map((hex) => Buffer.from(hex, 'hex')),
);

const megabytes = (bytes: number): number => bytes / 1024 / 1024;

const flood = async (member: Member, numRuns: number): Promise<void> => {
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { minLength: 1, maxLength: 12 }), fc.boolean(), async (chunks, isKnown) => {
      const socket = openRawSocket(product.url, newStranger(product.url).forwarded, `&userId=${member.userId}`);
      expect(await socket.status).toBe(101);
      if (isKnown) socket.send(frameOf(`40${JSON.stringify({ token: member.token })}`));
      for (const bytes of chunks) socket.send(bytes);
      socket.send(frameOf('x'.repeat(socketLimits.maxFrameBytes + 1)));
      await socket.closed;
    }),
    { numRuns },
  );
};

test('T24a broken, endless and oversized frames end only their own socket and leak nothing', async () => {
  const [ada, eve] = [await newMemberAt(product.url), await newMemberAt(product.url)];
  const socket = open(ada);
  expect(await socket.handshake).toBeNull();
  // The first round brings the memory to its steady size. Each further round sends 20 MB of frames.
  await flood(eve, 450);
  const before = await product.inspect();
  await flood(eve, 320);
  await flood(eve, 320);
  const readGrowth = async () => {
    const { usedBytes, rssBytes } = await product.inspect();
    return { used: megabytes(usedBytes - before.usedBytes), resident: megabytes(rssBytes - before.rssBytes) };
  };
  // Node frees collected buffers in a thread of its own, later on a busy machine. A leak stays.
  await expect.poll(async () => (await readGrowth()).used, { timeout: 30_000 }).toBeLessThan(4);
  // The allocator keeps some freed pages.
  expect((await readGrowth()).resident).toBeLessThan(40);
  await expectEvents(ada, socket);
  expect(socket.socket.connected).toBe(true);
  socket.close();
});

test('T24a a socket may send a hundred events per minute, and a person may have twenty sockets', async () => {
  const [ada, eve] = [await newMemberAt(product.url), await newMemberAt(product.url)];
  const bystander = open(ada);
  expect(await bystander.handshake).toBeNull();
  // Opens all at once, so that a race between checking and counting would admit too many.
  const knocks = await Promise.all(
    Array.from({ length: 3 * socketsPerUser }, async () => {
      const socket = open(eve);
      return { socket, refusal: await socket.handshake };
    }),
  );
  const sockets = knocks.filter(({ refusal }) => refusal === null).map(({ socket }) => socket);
  expect(sockets).toHaveLength(socketsPerUser);
  const refusals = knocks.flatMap(({ refusal }) => (refusal ? [[refusal.message, refusal.data?.code]] : []));
  expect(refusals).toEqual(
    Array.from({ length: 2 * socketsPerUser }, () => [messages.auth.tooManyAttempts, 'TOO_MANY_ATTEMPTS']),
  );

  for (const { socket } of sockets) {
    const untyped: { emit(event: string, payload: unknown): unknown } = socket;
    for (let count = 0; count < 4 * socketLimits.messagesPerMinute; count += 1)
      untyped.emit('google_export_Sheet', { userId: ada.userId, count });
  }
  const answersOf = ({ received }: TestSocket, message: string) =>
    received.filter(({ payload: given }) => given['message'] === message).length;
  await waitUntil(() => sockets.every((socket) => answersOf(socket, messages.auth.tooManyAttempts) === 1));
  for (const socket of sockets) {
    expect(answersOf(socket, messages.validation.invalidRequest)).toBe(socketLimits.messagesPerMinute);
    expect(socket.socket.connected).toBe(true);
  }
  await expectEvents(ada, bystander);
  for (const socket of [...sockets, bystander]) socket.close();
});

test('T24a a malformed handshake is refused and does not count as a failure of the instance', async () => {
  const body = 'a'.repeat(70_000);
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const path = `${socketPath}/?EIO=4&transport=websocket`;
  for (const url of [edge.url, product.url])
    for (const method of ['POST', 'PUT', 'GET'])
      for (let count = 0; count < 3; count += 1)
        expect([url, method, (await ask(url, path, { method, headers, body })).status]).toEqual([url, method, 400]);
  const socket = openRawSocket(edge.url);
  expect(await socket.status).toBe(101);
  socket.destroy();
});

test('T24a an address may hold two hundred sockets, and sockets without a session are closed', async () => {
  const sockets = Array.from({ length: 230 }, () => openRawSocket(edge.url));
  const statuses = await Promise.all(sockets.map(({ status }) => status));
  expect(statuses.filter((status) => status === 101)).toHaveLength(200);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  // Sockets that have not authenticated in time are closed.
  await Promise.all(sockets.map(({ closed }) => closed));
  expect(await openRawSocket(edge.url).status).toBe(101);
});
