import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { socketLimits } from '#shared/limits.ts';
import { socketPath } from '#shared/socketEvents.ts';
import { waitUntil } from '#server/testing/waitUntil.ts';
import { compare, openJournal } from '../journal.ts';
import { worst } from '../measure.ts';
import { connectLater, registerPerson } from '../people.ts';
import type { Person } from '../people.ts';
import type { Scenario, ScenarioContext } from '../Scenario.ts';
import { createSite, now, startProduct } from '../startProduct.ts';
import { startTcpProxy } from '../tcpProxy.ts';

/** A consent makes a notice. */
const cutsPerNotice = 4;
const longestConnectionMs = 150;

/** What a browser does: announces what the socket brings, and after each connection asks for what it has missed. */
const openBrowser = (context: ScenarioContext, url: string, person: Person) => {
  const announced: string[] = [];
  const foreign: string[] = [];
  const catchUpMs: number[] = [];
  let lastId = 0;
  const announce = (id: number): void => {
    if (id <= lastId) return;
    announced.push(String(id));
    lastId = id;
  };
  // One after the other: what is asked for and what arrives must not overtake each other.
  let queue = Promise.resolve();
  const catchUp = async (): Promise<void> => {
    const startedAt = now();
    for (;;) {
      const { body } = await person.request(listNotifications, { query: { after: String(lastId) } });
      for (const { id } of body.data) announce(id);
      if (body.data.length === 0) break;
    }
    catchUpMs.push(now() - startedAt);
  };
  const later = (work: () => Promise<void> | void): void => {
    queue = queue.then(work).catch((error: unknown) => context.tell(`browser: ${String(error)}`));
  };
  const socket = io(url, {
    path: socketPath,
    transports: ['websocket'],
    reconnectionDelay: socketLimits.reconnectDelayMs,
    reconnectionDelayMax: socketLimits.reconnectDelayMaxMs,
    forceNew: true,
    query: { userId: person.userId },
    auth: { token: person.token },
  });
  socket.on('connect', () => later(catchUp));
  socket.onAny((_event: string, payload: { notificationId?: number; userId?: string }) => {
    if (payload.userId !== undefined && payload.userId !== person.userId) foreign.push(payload.userId);
    const id = payload.notificationId;
    if (id === undefined) return;
    later(async () => {
      // A gap: one was missed that the socket did not bring.
      if (id > lastId + 1) await catchUp();
      else announce(id);
    });
  });
  context.onEnd(async () => socket.disconnect());
  return { socket, announced, foreign, catchUpMs };
};

const listAll = async (person: Person): Promise<string[]> => {
  const ids: string[] = [];
  for (;;) {
    const { body } = await person.request(listNotifications, { query: { after: ids.at(-1) ?? '0' } });
    if (body.data.length === 0) return ids;
    ids.push(...body.data.map(({ id }) => String(id)));
  }
};

/** Notices arrive while the line to the browser is cut a hundred times and the server is restarted. */
export const cutSockets: Scenario = {
  name: 'cut-sockets',
  covers: ['R11'],
  runs: { full: 100, short: 0 },
  run: async (context) => {
    const sandbox = await context.startSandbox();
    const site = await createSite({ folder: context.folder, environment: sandbox.environment });
    let product = await startProduct(site);
    const person = await registerPerson(site);
    const stranger = await registerPerson(site);
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(site.apiUrl).port) });
    context.onEnd(() => proxy.close());
    const browser = openBrowser(context, `http://127.0.0.1:${proxy.port}`, person);
    const other = openBrowser(context, `http://127.0.0.1:${proxy.port}`, stranger);
    const journal = openJournal(context.folder, 'notices');
    for (let cut = 0; cut < context.runs; cut += 1) {
      const making = cut % cutsPerNotice === 0 ? connectLater(site, person, 'facebook') : Promise.resolve();
      await waitUntil(() => browser.socket.connected, { timeoutMs: 30_000, what: 'a connection' });
      // Before, while, or after what was missed is asked for.
      await sleep(Math.random() * longestConnectionMs);
      proxy.cut();
      await making;
      if (cut === Math.floor(context.runs / 2)) {
        await product.end('SIGKILL');
        product = await startProduct(site);
      }
    }
    await waitUntil(() => browser.socket.connected, { timeoutMs: 30_000, what: 'the last connection' });
    const stored = await listAll(person);
    journal.note(stored);
    await waitUntil(() => browser.announced.length >= stored.length, {
      timeoutMs: 10_000,
      what: 'the last notice',
    }).catch((error: unknown) => context.tell(String(error)));
    const { lost, doubled } = compare(journal.ids(), browser.announced);
    const isInOrder = browser.announced.every(
      (id, index) => index === 0 || Number(id) > Number(browser.announced[index - 1]),
    );
    return {
      lost: lost.length,
      doubled: doubled.length,
      figures: [
        { name: 'notices', value: stored.length, unit: 'notices', atLeast: 1 },
        { name: 'in order', value: isInOrder ? 1 : 0, unit: '', atLeast: 1 },
        {
          name: 'events of somebody else',
          value: browser.foreign.length + other.announced.length,
          unit: 'events',
          atMost: 0,
        },
        {
          name: 'caught up after a connection',
          value: worst(browser.catchUpMs, (ms) => ms),
          unit: 'ms',
          atMost: 2_000,
        },
      ],
    };
  },
};
