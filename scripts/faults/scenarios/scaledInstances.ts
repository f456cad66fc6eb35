import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'node:http';
import { Client as DatabaseClient } from 'pg';
import { finishConnection } from '#shared/contracts/connections.ts';
import { login, logout } from '#shared/contracts/users.ts';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { idempotencyKeyHeader } from '#server/api/answerOnce.ts';
import { redirectOf, submitConsent } from '#testing/api/submitConsent.ts';
import { createRequest } from '#testing/api/createRequest.ts';
import { onApi, openStart } from '#testing/api/connectPlatform.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { ownAddress } from '#testing/openClient.ts';
import { countCustomLeads } from '../customLeads.ts';
import { awaitExport, beginExport, importRows } from '../exports.ts';
import { readAllNotifications, openBrowser } from '../openBrowser.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { Scenario, ScenarioContext } from '../Scenario.ts';
import { readSteps } from '#testing/startProduct.ts';
import { startScaled } from '../startScaled.ts';
import type { Instance, Scaled } from '../startScaled.ts';

const guesses = 15;
const allowedGuesses = 10;
const parallelRequests = 20;
const browserCount = 6;
const mostExports = 20;
const workersPollMs = 500;

/** A person whose calls go to all API instances in turn. */
const spread = (person: Person, apis: readonly Instance[]): Person => {
  const requests = apis.map(({ site }) => createRequest(site.apiUrl));
  let turn = 0;
  return {
    ...person,
    request: (endpoint, options) => {
      turn += 1;
      const request = requests[turn % requests.length] ?? person.request;
      return request(endpoint, { token: person.token, ...options });
    },
  };
};

/** All six processes have migrated an empty database at once. @returns the number of migrations recorded twice */
const countRepeatedMigrations = async (databaseUrl: string): Promise<number> => {
  const client = new DatabaseClient({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ repeated: number }>(
    'select (count(*) - count(distinct hash))::int as repeated from drizzle.__drizzle_migrations',
  );
  await client.end();
  return rows[0]?.repeated ?? Number.NaN;
};

/** Sends wrong passwords to the instances in turn. @returns how many were checked before the limit applied */
const guess = async ({ email }: Person, apis: readonly Instance[]): Promise<number> => {
  let checked = 0;
  for (let number = 0; number < guesses; number += 1) {
    const api = apis[number % apis.length];
    if (!api) continue;
    const { status } = await createRequest(api.site.apiUrl)(login, { body: { email, password: `wrong ${number}` } });
    if (status !== 429) checked += 1;
  }
  return checked;
};

/** Starts a consent on one instance, returns to another and finishes on the first. @returns the last status */
const consent = async (person: Person, [first, second]: readonly Instance[]): Promise<number> => {
  if (!first || !second) throw new Error('There is one API only');
  const page = redirectOf(await openStart({ url: first.site.apiUrl }, { platform: 'facebook', userId: person.userId }));
  const back = redirectOf(await submitConsent(page.href, { button: 'Allow' }));
  await fetch(onApi({ url: second.site.apiUrl }, back), { redirect: 'manual' });
  const { status } = await createRequest(first.site.apiUrl)(finishConnection, {
    token: person.token,
    body: { state: back.searchParams.get('state') ?? '' },
  });
  return status;
};

/** Sends the same request to all instances at once. @returns the numbers of leads and of different responses */
const sendOnce = async (person: Person, apis: readonly Instance[]): Promise<{ leads: number; answers: number }> => {
  const answers = await Promise.all(
    Array.from({ length: parallelRequests }, async (_, number) => {
      const response = await fetch(`${apis[number % apis.length]?.site.apiUrl}${apiBase}${saveCustomLeads.path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${person.token}`,
          'content-type': 'application/json',
          [idempotencyKeyHeader]: 'once',
        },
        body: JSON.stringify({ leads: [{ Name: 'Once' }] }),
      });
      return `${response.status} ${await response.text()}`;
    }),
  );
  return { leads: await countCustomLeads(person), answers: new Set(answers).size };
};

/** Counts the workers that have written a part of an export. */
const countExporters = (scaled: Scaled): number =>
  scaled.of('worker').filter(({ site }) => readSteps(site).some(({ step }) => step === 'export.chunkWritten')).length;

/** Browsers on every instance receive each notification of every worker once. */
const checkExportEvents = async (context: ScenarioContext, scaled: Scaled, person: Person) => {
  const url = scaled.url.replace('localhost', '127.0.0.1');
  const browsers = Array.from({ length: browserCount }, (_, number) =>
    openBrowser(context, {
      url,
      person,
      pollsFirst: true,
      agent: new Agent({ keepAlive: true, localAddress: ownAddress(number) }),
    }),
  );
  await waitUntil(() => browsers.every(({ socket }) => socket.connected), { timeoutMs: 30_000, what: 'the sockets' });
  await importRows(person, 20);
  let exports = 0;
  for (; exports < mostExports && countExporters(scaled) < scaled.of('worker').length; exports += 1) {
    await awaitExport(person, await beginExport(person), 'complete');
    // Workers poll twice a second. In step with them, the same worker would find every export first.
    await sleep(Math.random() * workersPollMs);
  }
  const stored = (await readAllNotifications(person)).map(({ id }) => String(id));
  await waitUntil(() => browsers.every(({ announced }) => announced.length >= stored.length), {
    timeoutMs: 10_000,
    what: 'the notifications',
  }).catch((error: unknown) => context.log(String(error)));
  const isWhole = (announced: readonly string[]): boolean => announced.join() === stored.join();
  return {
    browsers,
    exports,
    exporters: countExporters(scaled),
    complete: browsers.filter(({ announced }) => isWhole(announced)).length,
  };
};

/** Instances share sessions, limits, consents, keyed requests and live events. */
export const scaledInstances: Scenario = {
  name: 'scaled-instances',
  covers: ['R11', 'R21', 'R25'],
  runs: { full: 1, short: 1 },
  run: async (context) => {
    const scaled = await startScaled(context);
    const apis = scaled.of('api');
    const repeatedMigrations = await countRepeatedMigrations(scaled.databaseUrl);

    const registered = await registerPerson({ apiUrl: scaled.url }, 'google');
    const person = spread(registered, apis);
    const checked = await guess(registered, apis);
    const consented = await consent(registered, apis);
    const once = await sendOnce(person, apis);
    const received = await checkExportEvents(context, scaled, person);

    // A session's sockets end with it on all instances.
    const { status: ended } = await registered.request(logout);
    await waitUntil(() => received.browsers.every(({ socket }) => !socket.connected), {
      timeoutMs: 10_000,
      what: 'the end of the sockets',
    }).catch((error: unknown) => context.log(String(error)));
    const statuses = await Promise.all(
      apis.map(({ site }) => createRequest(site.apiUrl)(listNotifications, { token: registered.token })),
    );
    return {
      lost: Math.max(0, 1 - once.leads),
      doubled: Math.max(0, once.leads - 1),
      metrics: [
        { name: 'repeated migrations', value: repeatedMigrations, unit: 'migrations', atMost: 0 },
        {
          name: 'guesses that were checked',
          value: checked,
          unit: 'guesses',
          atLeast: allowedGuesses,
          atMost: allowedGuesses,
        },
        { name: 'consent across two instances', value: consented, unit: 'status', atLeast: 200, atMost: 200 },
        { name: 'different answers to one request', value: once.answers, unit: 'answers', atMost: 1 },
        { name: 'workers that exported', value: received.exporters, unit: 'workers', atLeast: 2 },
        { name: 'exports until then', value: received.exports, unit: 'exports' },
        {
          name: 'browsers that received all events',
          value: received.complete,
          unit: 'browsers',
          atLeast: browserCount,
        },
        { name: 'end of the session', value: ended, unit: 'status', atLeast: 200, atMost: 200 },
        {
          name: 'sockets that outlived the session',
          value: received.browsers.filter(({ socket }) => socket.connected).length,
          unit: 'sockets',
          atMost: 0,
        },
        {
          name: 'instances that still accept the session',
          value: statuses.filter(({ status }) => status !== 401).length,
          unit: 'instances',
          atMost: 0,
        },
      ],
    };
  },
};
