import { request as openRequest } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { fetchGoogleSheet, listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { exportGoogleSheet } from '#shared/contracts/exports.ts';
import { login, updateProfile } from '#shared/contracts/users.ts';
import { exportLimits, importLimits } from '#shared/limits.ts';
import { metaDelivery, signMeta } from '#server/modules/leads/testing/deliveries.ts';
import { gigabyteInGzip, startBombServer } from './testing/startBombServer.ts';
import type { BombServer } from './testing/startBombServer.ts';
import { startWatchedProduct } from './testing/startWatchedProduct.ts';
import type { WatchedProduct } from './testing/startWatchedProduct.ts';
import { newMemberAt, newStranger } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';

const megabyte = 1024 * 1024;
/** How much the memory may grow while a gigabyte is refused. */
const memoryAllowance = 300 * megabyte;

let product: WatchedProduct;
let bombs: BombServer;
let member: Member;
beforeAll(async () => {
  bombs = await startBombServer();
  product = await startWatchedProduct({ GOOGLE_DOCS_URL: bombs.url });
  member = await newMemberAt(product.url, 'google');
});
afterAll(async () => {
  try {
    await product.stop();
  } finally {
    await bombs.close();
  }
});

/** Runs `work` and measures the growth of the peak memory. */
const measure = async <T>(work: () => Promise<T>): Promise<{ answer: T; grownBytes: number }> => {
  const before = (await product.inspect()).rssBytes;
  let highest = before;
  const watching = new AbortController();
  const watched = (async () => {
    while (!watching.signal.aborted) {
      highest = Math.max(highest, (await product.inspect()).rssBytes);
      await setTimeout(20);
    }
  })();
  const answer = await work().finally(() => watching.abort());
  await watched;
  return { answer, grownBytes: highest - before };
};

const small = [login, updateProfile];
const large = { [exportGoogleSheet.path]: exportLimits.postedBytes, [saveCustomLeads.path]: importLimits.postedBytes };
const calls = [...small, exportGoogleSheet, saveCustomLeads];
const limitOf = (path: string): number => large[path] ?? megabyte;

type Sent = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  bytes: number;
  head?: string;
  piece?: Buffer;
};

/** White space can start any JSON. */
const nothing = Buffer.alloc(64 * 1024, ' ');

/** Sends `head` and then the same piece repeatedly, until there is a response. */
const pourInto = ({
  method,
  path,
  headers = {},
  bytes,
  head = '',
  piece = nothing,
}: Sent): Promise<{ status: number; code: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(product.url);
    const request = openRequest({
      hostname,
      port,
      method,
      path: `${apiBase}${path}`,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${member.token}`,
        ...member.forwarded,
        ...headers,
      },
    });
    const answered = new AbortController();
    request.on('response', (response) => {
      answered.abort();
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        request.destroy();
        resolve({ status: response.statusCode ?? 0, code: JSON.parse(Buffer.concat(parts).toString()).code });
      });
    });
    request.on('error', (error) => {
      if (!answered.signal.aborted) reject(error);
    });
    let left = bytes;
    const more = (): void => {
      while (left > 0 && !answered.signal.aborted) {
        left -= piece.length;
        if (!request.write(piece)) {
          request.once('drain', more);
          return;
        }
      }
      if (!answered.signal.aborted) request.end();
    };
    if (head !== '') request.write(head);
    more();
  });

const tooLarge = { status: 413, code: 'BODY_TOO_LARGE' };
const chunked = { 'transfer-encoding': 'chunked' };

test('T32 a body above the limit of its call is refused, with or without a declared length', async () => {
  for (const { method, path } of calls) {
    const bytes = limitOf(path) + 128 * 1024;
    const announced = await pourInto({ method, path, headers: { 'content-length': String(bytes) }, bytes });
    expect([path, announced]).toEqual([path, tooLarge]);
    const unannounced = await pourInto({ method, path, headers: chunked, bytes });
    // A body that is parsed while it arrives fails as invalid JSON long before the limit.
    const isStreamed = path === saveCustomLeads.path;
    expect([path, unannounced]).toEqual([path, isStreamed ? { status: 400, code: 'VALIDATION' } : tooLarge]);
  }
});

test('T32 an import is not buffered and is refused once it is too large', async () => {
  const row = Buffer.from(`,${JSON.stringify({ Name: 'Ada Example', unknown: 'x'.repeat(64 * 1024) })}`);
  const { method, path } = saveCustomLeads;
  const bytes = importLimits.postedBytes + megabyte;
  const { answer, grownBytes } = await measure(() =>
    pourInto({ method, path, headers: chunked, bytes, head: '{"leads":[{"Name":"Ada Example"}', piece: row }),
  );
  expect(answer).toEqual(tooLarge);
  expect(grownBytes).toBeLessThan(importLimits.postedBytes / 2);
  expect((await member.request(listCustomLeads)).body.totalItems).toBe(0);
});

test('T32 a compressed body is refused without being unpacked', async () => {
  const { grownBytes } = await measure(async () => {
    for (const { method, path } of calls)
      for (const coding of ['gzip', 'deflate', 'br', 'gzip, gzip']) {
        const headers = { 'content-type': 'application/json', 'content-encoding': coding };
        const answer = await member.send(`${apiBase}${path}`, { method, body: gigabyteInGzip, headers });
        expect([path, coding, answer.status]).toEqual([path, coding, 415]);
      }
  });
  expect(grownBytes).toBeLessThan(memoryAllowance);
});

test('T32 every call with a body refuses JSON with ten thousand levels', async () => {
  const depth = 10_000;
  for (const { method, path } of calls)
    for (const body of [
      `${'['.repeat(depth)}${']'.repeat(depth)}`,
      `{"name":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
      `{"leads":[{"Name":${'['.repeat(depth)}${']'.repeat(depth)}}],"password":[[]]}`,
      `{"email":${'['.repeat(depth)}${']'.repeat(depth)},"name":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    ]) {
      const answer = await member.send(`${apiBase}${path}`, {
        method,
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect([path, body.slice(0, 20), answer.status]).toEqual([path, body.slice(0, 20), 400]);
    }
});

test.each(['endless', 'announced', 'gzip'] as const)(
  'T32 reading a sheet of a gigabyte (%s) is aborted without growing the memory',
  async (bomb) => {
    bombs.load(bomb);
    const { answer, grownBytes } = await measure(() =>
      member.request(fetchGoogleSheet, { query: { url: `${bombs.url}/spreadsheets/d/a-sheet-like-a-bomb-0001/edit` } }),
    );
    expect(answer).toMatchObject({ status: 422, body: { code: 'SHEET_UNREADABLE' } });
    expect(grownBytes).toBeLessThan(memoryAllowance);
  },
);

/** The memory limit of docker-compose.yml. */
const containerBytes = 512 * megabyte;

test('T32 unfinished deliveries do not fill the memory, and a signed one is accepted meanwhile', async () => {
  await product.inspect();
  const size = 4 * megabyte;
  const piece = Buffer.alloc(size - 1, ' ');
  const { hostname, port } = new URL(product.url);
  const held = Array.from({ length: 120 }, () => {
    const request = openRequest({
      hostname,
      port,
      agent: false,
      method: 'POST',
      path: '/webhooks/meta',
      headers: { 'content-length': size, ...newStranger(product.url).forwarded },
    });
    const settled = new Promise<number>((resolve) => {
      request.once('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.once('error', () => resolve(0));
    });
    const sent = new Promise<void>((resolve) => {
      request.write(piece, () => resolve());
    });
    return { request, settled, arrived: Promise.race([sent, settled]) };
  });
  const statuses: number[] = [];
  for (const { settled } of held) void settled.then((status) => statuses.push(status));
  const deliver = async (): Promise<number> => {
    const body = metaDelivery([{ leadId: '500000000000000001', pageId: '799999999999999999', formId: '1' }]);
    const headers = { 'content-type': 'application/json', ...signMeta(body) };
    return (await newStranger(product.url).send('/webhooks/meta', { method: 'POST', body, headers })).status;
  };
  const during = [await deliver(), await deliver()];
  await Promise.all(held.map(({ arrived }) => arrived));
  expect([...during, await deliver(), await deliver()]).toEqual([200, 200, 200, 200]);
  expect((await product.inspect()).peakBytes).toBeLessThan(containerBytes);
  for (const { request } of held) request.destroy();
  expect(new Set(statuses)).toEqual(new Set([503]));
});

test('T32 unfinished imports do not fill the memory, and a complete one is accepted meanwhile', async () => {
  await product.inspect();
  const { hostname, port } = new URL(product.url);
  const row = `,${JSON.stringify({ Name: 'Ada Example', Project: 'x'.repeat(1900) })}`;
  const begun = `{"leads":[{"Name":"Ada Example"}${row.repeat(999)}`;
  const attackers = await Promise.all(Array.from({ length: 10 }, () => newMemberAt(product.url, 'google')));
  const held = attackers.flatMap((attacker) =>
    Array.from({ length: 50 }, () => {
      const request = openRequest({
        hostname,
        port,
        agent: false,
        method: 'POST',
        path: `${apiBase}${saveCustomLeads.path}`,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${attacker.token}`,
          ...attacker.forwarded,
          ...chunked,
        },
      });
      request.on('error', () => request.destroy());
      request.on('response', (response) => response.resume());
      const sent = new Promise<void>((resolve) => {
        request.write(begun, () => resolve());
        request.once('close', () => resolve());
      });
      return { request, sent };
    }),
  );
  await Promise.all(held.map(({ sent }) => sent));
  await setTimeout(2_000);
  const saved = await member.request(saveCustomLeads, { body: { leads: [{ Name: 'Whole' }] } });
  const { peakBytes } = await product.inspect();
  for (const { request } of held) request.destroy();
  expect(saved.status).toBe(200);
  expect(peakBytes).toBeLessThan(containerBytes);
});

test('T32 a body of millions of empty objects is refused before it is parsed', async () => {
  await product.inspect();
  const body = `{"data":[${'{},'.repeat(8_000_000)}{}]}`;
  const answer = await member.send(`${apiBase}${exportGoogleSheet.path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  expect([answer.status, (await answer.json()).code]).toEqual([413, 'BODY_TOO_LARGE']);
  expect((await product.inspect()).peakBytes).toBeLessThan(containerBytes);
});

test('T32 simultaneous large exports of one account do not fill the memory, and one is accepted', async () => {
  await product.inspect();
  const row = { name: 'Ada Example', note: 'x'.repeat(470) };
  const body = JSON.stringify({ data: Array.from({ length: 48_000 }, () => row) });
  expect(body.length).toBeGreaterThan(23 * megabyte);
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { status, headers } = await member.send(`${apiBase}${exportGoogleSheet.path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      return { status, retryAfter: headers.get('retry-after') };
    }),
  );
  expect((await product.inspect()).peakBytes).toBeLessThan(containerBytes);
  const refused = answers.filter(({ status }) => status === 503);
  expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['5']));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
});
