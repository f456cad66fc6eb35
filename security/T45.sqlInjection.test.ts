import { expect, test } from 'vitest';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { exportList } from '#shared/contracts/exports.ts';
import { readDescribedCalls } from './testing/describedCalls.ts';
import { fillCall } from './testing/fillCall.ts';
import { findSqlFromText } from './testing/findSqlFromText.ts';
import { newMember } from './testing/strangers.ts';
import { target } from './testing/target.ts';

/** Payloads that scanners send to detect SQL injection. */
const payloads = [
  "'",
  "''",
  '"',
  '\\',
  "\\'",
  "' or '1'='1",
  "' or 1=1 --",
  "' and '1'='2",
  "') or ('1'='1",
  "1' or '1'='1' /*",
  "'; drop table users; --",
  "'; select pg_sleep(30); --",
  "' || pg_sleep(30) || '",
  "' and 1=(select 1 from pg_sleep(30)) and '1'='1",
  "' union select null, password_hash from users --",
  "' union all select table_name from information_schema.tables --",
  "' and 1=cast((select version()) as int) and '1'='1",
  "'||(select current_user)||'",
  '$$ or 1=1 $$',
  "$1' or $2",
  '%',
  '_',
  '\\%',
  "E'\\x27'",
  'x) as t; --',
  '{"$gt": ""}',
  '/**/or/**/1=1',
  '‘ or 1=1',
  'ʼ or 1=1',
  '%27 or 1=1 --',
];

test('T45 a search term is matched literally, whatever it means in SQL', async () => {
  const member = await newMember();
  const names = [...payloads, 'Ada Example', 'nothing of the kind'];
  const saved = await member.request(saveCustomLeads, { body: { leads: names.map((Name) => ({ Name })) } });
  expect(saved.body.data).toEqual({ inserted: names.length, updated: 0, unchanged: 0 });
  for (const search of payloads) {
    const { status, body } = await member.request(listCustomLeads, { query: { search, limit: '100' } });
    const found = body.data.data.map(({ Name }) => Name).toSorted();
    const wanted = names.filter((name) => name.toLowerCase().includes(search.toLowerCase())).toSorted();
    expect({ search, status, found }).toEqual({ search, status: 200, found: wanted });
  }
});

test('T45 no parameter of a call becomes part of a statement', async () => {
  const member = await newMember('facebook');
  await member.request(saveCustomLeads, { body: { leads: [{ Name: 'Ada Example' }] } });
  const calls = await readDescribedCalls(target.webUrl);
  const asked = calls.filter(({ query, isOpen }) => query.length > 0 && !isOpen);
  expect(asked.length).toBeGreaterThan(5);
  const read = async (path: string, method = 'GET'): Promise<[number, string]> => {
    const answer = await member.send(path, {
      method,
      ...(method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }),
    });
    return [answer.status, await answer.text()];
  };
  for (const { path, query } of asked)
    for (const { name } of query) {
      // Each payload gets the same response as a harmless text.
      const [harmless] = await read(`${path}?${new URLSearchParams({ [name]: 'zzzzz' })}`);
      for (const payload of payloads) {
        const [status, body] = await read(`${path}?${new URLSearchParams({ [name]: payload })}`);
        expect({ path, name, payload, status }).toEqual({ path, name, payload, status: harmless });
        expect(body).not.toMatch(/syntax error|pg_|SELECT|PostgreSQL|password_hash/);
      }
    }
  const before = await read('/api/meta-custom-leads?search=Ada');
  for (const { path, method, pathNames } of calls.filter((call) => call.pathNames.length > 0))
    for (const payload of payloads) {
      const place = fillCall(path, Object.fromEntries(pathNames.map((name) => [name, payload])));
      const [status] = await read(place, method);
      expect({ path, method, payload, isRefused: status === 400 || status === 404 }).toEqual({
        path,
        method,
        payload,
        isRefused: true,
      });
    }
  for (const search of payloads) {
    const { status } = await member.request(exportList, { body: { list: 'custom', search } });
    expect({ search, isHarmless: status < 500 }).toEqual({ search, isHarmless: true });
  }
  expect(await read('/api/meta-custom-leads?search=Ada')).toEqual(before);
  const connections = await read(`${apiBase}/connections`);
  expect(connections[1]).toContain('facebook');
});

test('T45 the server concatenates no statement from text', async () => {
  expect(await findSqlFromText()).toEqual([]);
});
