import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { register } from '#shared/contracts/users.ts';
import { socketPath } from '#shared/socketEvents.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { openClient } from '#testing/openClient.ts';
import { atLeast, atMost, none } from '#lab/faults/metrics.ts';
import { openSocket } from '#lab/faults/openBrowser.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { now } from '#testing/startProduct.ts';
import { startScaled } from '#lab/faults/startScaled.ts';

const socketCount = 1_000;
/** Below the limit per person and process, because one process has all sockets while the other is replaced. */
const socketsEach = 10;
const attackEveryMs = 500;
const watchEveryMs = 50;
/** How long the scenario waits for late sockets before they count as missing. */
const giveUpMs = 30_000;

type Person = { userId: string; token: string };

/** Registers a person from a separate address, because registrations are limited by address. */
const registerAt = async (url: string, number: number): Promise<Person> => {
  const client = openClient(url, number);
  const password = 'a long enough one';
  const body = { name: 'Ada Example', email: `ada-${number}@example.test`, password, confirmpassword: password };
  const { status, text } = await client.ask('POST', `${apiBase}${register.path}`, { body: JSON.stringify(body) });
  client.close();
  if (status !== 200) throw new Error(`The registration failed: ${status} ${text}`);
  const { data } = register.response.parse(JSON.parse(text));
  return { userId: data._id, token: data.token };
};

/** Requests a WebSocket with a POST and a large body. @returns the status, 0 without a response */
const postUpgrade = (url: string): Promise<number> =>
  new Promise((resolve) => {
    const call = request(
      `${url}${socketPath}/?EIO=4&transport=websocket`,
      {
        method: 'POST',
        agent: false,
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        },
      },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      },
    );
    call.once('error', () => resolve(0));
    call.end('a'.repeat(70_000));
  });

/** Repeats `work` until the signal aborts. */
const repeat = async (work: () => Promise<unknown>, everyMs: number, { signal }: AbortController): Promise<void> => {
  while (!signal.aborted) {
    await work();
    await sleep(everyMs);
  }
};

/** A thousand WebSockets reconnect while every process is replaced and a stranger sends bad handshakes. */
export const returningSockets: ScenarioRun = async (context) => {
  const scaled = await startScaled(context);
  const url = scaled.url.replace('localhost', '127.0.0.1');
  const people: Person[] = [];
  for (let number = 0; number < socketCount / socketsEach; number += 1) people.push(await registerAt(url, number));
  const owners = people.flatMap((person) => Array.from({ length: socketsEach }, () => person));
  const sockets = owners.map((person, address) => {
    const socket = openSocket(context, { url, person, address });
    socket.on('disconnect', (reason) => {
      // The library does not reconnect when the server closes the socket.
      if (reason === 'io server disconnect') socket.connect();
    });
    return socket.connect();
  });
  const countOpen = (): number => sockets.filter(({ connected }) => connected).length;
  const areOpen = (): boolean => countOpen() === socketCount;
  await waitUntil(areOpen, { timeoutMs: giveUpMs, what: 'the sockets' });

  const over = new AbortController();
  const answers: number[] = [];
  const attacking = repeat(async () => answers.push(await postUpgrade(url)), attackEveryMs, over);
  // A new process has to answer a request before the next one is replaced.
  const visitor = openClient(url, socketCount);
  const visiting = repeat(() => visitor.ask('GET', `${apiBase}${listNotifications.path}`), 20, over);
  let completeAt = now();
  let longestGapMs = 0;
  const watch = setInterval(() => {
    if (areOpen()) completeAt = now();
    longestGapMs = Math.max(longestGapMs, now() - completeAt);
  }, watchEveryMs);
  context.onEnd(async () => clearInterval(watch));
  for (const instance of scaled.instances.filter(({ role }) => role !== 'worker')) {
    await scaled.replace(instance, 'SIGTERM');
    context.log(`${instance.name} was replaced, ${countOpen()} sockets are open`);
  }
  await waitUntil(areOpen, { timeoutMs: giveUpMs, what: 'the sockets' }).catch((error: unknown) =>
    context.log(String(error)),
  );
  over.abort();
  await Promise.all([attacking, visiting]);
  visitor.close();
  return {
    lost: socketCount - countOpen(),
    metrics: [
      atMost('longest time with a socket missing', longestGapMs / 1000, 10, 's'),
      atLeast('bad handshakes', answers.length, 1, 'requests'),
      none('status other than 400', answers.filter((status) => status !== 400).length, 'requests'),
    ],
  };
};
