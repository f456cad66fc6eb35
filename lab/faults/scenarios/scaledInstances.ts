import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '#testing/database/withClient.ts';
import { finishConnection } from '#shared/contracts/connections.ts';
import { login, logout } from '#shared/contracts/users.ts';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { idempotencyKeyHeader } from '#server/api/answerOnce.ts';
import { redirectOf, submitConsent } from '#testing/api/submitConsent.ts';
import { createRequest } from '#testing/api/createRequest.ts';
import { onApi, openStart } from '#testing/api/connectPlatform.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { countCustomLeads } from '#lab/faults/customLeads.ts';
import { awaitExport, beginExport, importRows } from '#lab/faults/exports.ts';
import { atMost, exactly, atLeast, none } from '#lab/faults/metrics.ts';
import { awaitAnnounced, openBrowser, readAllNotifications } from '#lab/faults/openBrowser.ts';
import type { Browser } from '#lab/faults/openBrowser.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { ScenarioContext, ScenarioRun } from '#lab/faults/Scenario.ts';
import { readSteps } from '#testing/startProduct.ts';
import { startScaled } from '#lab/faults/startScaled.ts';
import type { Instance, Scaled } from '#lab/faults/startScaled.ts';

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

/** Checks an empty database that six processes migrated at once. @returns the number of migrations recorded twice */
const countRepeatedMigrations = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ repeated: number }>(
      'select (count(*) - count(distinct hash))::int as repeated from drizzle.__drizzle_migrations',
    );
    return rows[0]?.repeated ?? Number.NaN;
  });

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
const sendOnce = async (person: Person): Promise<{ leads: number; answers: number }> => {
  const headers = { [idempotencyKeyHeader]: 'once' };
  const send = () => person.request(saveCustomLeads, { body: { leads: [{ Name: 'Once' }] }, headers });
  const answers = await Promise.all(Array.from({ length: parallelRequests }, send));
  return { leads: await countCustomLeads(person), answers: new Set(answers.map((each) => JSON.stringify(each))).size };
};

/** Counts the workers that wrote part of an export. */
const countExporters = (scaled: Scaled): number =>
  scaled.of('worker').filter(({ site }) => readSteps(site).some(({ step }) => step === 'export.chunkWritten')).length;

/** Checks that browsers on every instance receive each notification of every worker once. */
const checkExportEvents = async (context: ScenarioContext, scaled: Scaled, person: Person) => {
  const browsers = Array.from({ length: browserCount }, (_, address) =>
    openBrowser(context, { url: scaled.url, person, pollsFirst: true, address }),
  );
  await waitUntil(() => browsers.every(({ socket }) => socket.connected), { timeoutMs: 30_000, what: 'the sockets' });
  await importRows(person, 20);
  let exports = 0;
  for (; exports < mostExports && countExporters(scaled) < scaled.of('worker').length; exports += 1) {
    await awaitExport(person, await beginExport(person), 'complete');
    // Workers poll twice a second. Starting exports in step would let the same worker find all of them.
    await sleep(Math.random() * workersPollMs);
  }
  const stored = (await readAllNotifications(person)).map(({ id }) => String(id));
  await awaitAnnounced(context, browsers, stored.length);
  return {
    browsers,
    exports,
    exporters: countExporters(scaled),
    complete: browsers.filter(({ announced }) => announced.join() === stored.join()).length,
  };
};

/** Instances share sessions, limits, consents, keyed requests and live events. */
export const scaledInstances: ScenarioRun = async (context) => {
  const scaled = await startScaled(context);
  const apis = scaled.of('api');
  const repeatedMigrations = await countRepeatedMigrations(scaled.databaseUrl);

  const registered = await registerPerson({ apiUrl: scaled.url }, 'google');
  const person = spread(registered, apis);
  const checked = await guess(registered, apis);
  const consented = await consent(registered, apis);
  const once = await sendOnce(person);
  const received = await checkExportEvents(context, scaled, person);

  // Ending a session closes its sockets on all instances.
  const { status: ended } = await registered.request(logout);
  const isConnected = ({ socket }: Browser): boolean => socket.connected;
  await waitUntil(() => !received.browsers.some(isConnected), {
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
      none('repeated migrations', repeatedMigrations, 'migrations'),
      exactly('guesses that were checked', checked, allowedGuesses, 'guesses'),
      exactly('consent across two instances', consented, 200, 'status'),
      atMost('different answers to one request', once.answers, 1, 'answers'),
      atLeast('workers that exported', received.exporters, 2, 'workers'),
      { name: 'exports until then', value: received.exports, unit: 'exports' },
      atLeast('browsers that received all events', received.complete, browserCount, 'browsers'),
      exactly('end of the session', ended, 200, 'status'),
      none('sockets that outlived the session', received.browsers.filter(isConnected).length, 'sockets'),
      none(
        'instances that still accept the session',
        statuses.filter(({ status }) => status !== 401).length,
        'instances',
      ),
    ],
  };
};
