import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getLeadBoard, listWorkedLeads } from '#shared/contracts/leadWork.ts';
import { listNotifications, readNotifications } from '#shared/contracts/notifications.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { apiRoutes } from './apiRoutes.ts';
import { heavyCalls, lightReads } from './heavyCalls.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test('every read is declared either heavy or light', () => {
  const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
  const declared = [...heavyCalls, ...lightReads].map(nameOf);
  const present = apiRoutes(api.context).map(({ endpoint }) => nameOf(endpoint));
  const reads = declared.filter((name) => name.startsWith('GET '));
  expect(reads.toSorted()).toEqual(present.filter((name) => name.startsWith('GET ')).toSorted());
  expect(declared.filter((name) => !present.includes(name))).toEqual([]);
});

/**
 * Blocks all statements about leads until `work` has ended. Uses its own connection, because the calls may take all
 * connections of the pool.
 */
const whileLeadsWait = async (work: (waiting: () => Promise<number>) => Promise<void>): Promise<void> => {
  const { pool } = api.context;
  const client = new Client(pool.options);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('lock table lead_work in access exclusive mode');
    await work(async () => {
      const { rows } = await client.query<{ waiting: number }>(
        "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      // The view does not change within a transaction.
      await client.query('select pg_stat_clear_snapshot()');
      return rows[0]?.waiting ?? 0;
    });
  } finally {
    await client.query('rollback');
    await client.end();
  }
};

const askBoard = (person: TestPerson, search = '', signal: AbortSignal | null = null): Promise<Response> =>
  fetch(`${api.url}${apiBase}${getLeadBoard.path}?search=${search}`, {
    headers: { authorization: `Bearer ${person.token}` },
    signal,
  });

test('thirty boards of one workspace use two connections and leave the others free', async () => {
  const [busy, other] = [await api.registerUser(), await api.registerUser()];
  const boards: Promise<Response>[] = [];
  await whileLeadsWait(async (waiting) => {
    for (let number = 0; number < 30; number += 1) boards.push(askBoard(busy, `name-${number}`));
    await waitUntil(async () => (await waiting()) === 2, { what: 'two boards' });
    for (const { token } of [busy, other]) {
      expect((await api.request(listNotifications, { token })).status).toBe(200);
      expect((await api.request(readNotifications, { token, body: { upTo: 0 } })).status).toBe(200);
    }
    // Another workspace does not wait for the thirty boards.
    boards.push(askBoard(other));
    await waitUntil(async () => (await waiting()) === 3, { what: 'the board of the other workspace' });
    expect(await waiting()).toBe(3);
  });
  const answers = await Promise.all(boards);
  expect(answers.map(({ status }) => status)).toEqual(boards.map(() => 200));
});

test('refuses only the workspace that sends too many requests', async () => {
  const [busy, other] = [await api.registerUser(), await api.registerUser()];
  const leaving = new AbortController();
  const refusals: Response[] = [];
  const ask = async (number: number): Promise<number | 'left'> => {
    try {
      const answer = await askBoard(busy, `name-${number}`, leaving.signal);
      if (answer.status === 429) refusals.push(answer);
      return answer.status;
    } catch (error) {
      if (!leaving.signal.aborted) throw error;
      return 'left';
    }
  };
  const ofOther: Promise<Response>[] = [];
  let statuses: (number | 'left')[] = [];
  await whileLeadsWait(async (waiting) => {
    // Two calls begin and sixty wait.
    const asked = Array.from({ length: 70 }, (_, number) => ask(number));
    await waitUntil(() => refusals.length === 8, { what: 'the refusals' });
    expect(refusals[0]?.headers.get('retry-after')).toBe('5');
    expect(await refusals[0]?.json()).toMatchObject({ success: false, code: 'TOO_MANY_READS' });
    ofOther.push(askBoard(other));
    await waitUntil(async () => (await waiting()) === 3, { what: 'the board of the other workspace' });
    leaving.abort();
    statuses = await Promise.all(asked);
    // Statements keep their turns even after their clients have left.
    expect(await waiting()).toBe(3);
  });
  expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  expect(statuses.filter((status) => status === 'left')).toHaveLength(62);
  expect((await Promise.all(ofOther)).map(({ status }) => status)).toEqual([200]);
});

test('equal waiting requests share an answer, but only within one session', async () => {
  const [one, other] = [await api.registerUser(), await api.registerUser()];
  const { token } = one;
  const list = () => api.request(listWorkedLeads, { token });
  const lists: ReturnType<typeof list>[] = [];
  await whileLeadsWait(async (waiting) => {
    for (let number = 0; number < 100; number += 1) lists.push(list());
    await waitUntil(async () => (await waiting()) === 2, { what: 'two lists' });
    lists.push(api.request(listWorkedLeads, { token: other.token }));
    await waitUntil(async () => (await waiting()) === 3, { what: 'the list of the other person' });
  });
  expect((await Promise.all(lists)).map(({ status }) => status)).toEqual(lists.map(() => 200));
});
