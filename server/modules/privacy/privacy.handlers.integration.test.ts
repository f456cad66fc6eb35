import { sql } from '#server/database/drizzle.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { privacyJobs } from './privacy.handlers.ts';
import { insertReceipt } from './receipts.store.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const handlerOf = (name: string) => {
  const handler = privacyJobs(api.context).find(({ type }) => type.name === name);
  if (!handler) throw new Error(`no job ${name}`);
  return handler;
};
const tryOf = (isLastAttempt: boolean, log = createLogger('silent')) => ({
  log,
  signal: new AbortController().signal,
  isLastAttempt,
  progressed: async () => {},
});
/** Whether a job with this payload is scheduled for about an hour from now. */
const isWaiting = async (name: string, payload: object): Promise<boolean> => {
  const { rows } = await api.context.db.execute(
    sql`select 1 from jobs.job where name = ${name} and data = ${JSON.stringify(payload)}::jsonb and state = 'created'
      and start_after > now() + interval '50 minutes'`,
  );
  return rows.length === 1;
};

test.each([
  ['erase-account', { code: 'dead-lettered', address: null }],
  ['erase-person', { workspaceId: 'somebody', code: 'dead-lettered', person: 'sealed' }],
  ['erase-platform', { code: 'dead-lettered', platform: 'facebook', workspaceIds: ['somebody'] }],
])('a dead-lettered %s job restarts an hour later', async (name, payload) => {
  const { onDeadLettered } = handlerOf(name);
  await onDeadLettered?.(payload, tryOf(false));
  expect(await isWaiting(name, payload)).toBe(true);
});

test('an erasure that has used all attempts restarts an hour later', async () => {
  const { userId, workspaceId } = await api.registerUser();
  const requestedAt = api.context.clock.now();
  await insertReceipt(api.context.db, { code: 'failing', kind: 'person', userId, requestedAt });
  const payload = { workspaceId, code: 'failing', person: 'not to be opened' };
  const { run } = handlerOf('erase-person');
  await expect(run(payload, tryOf(false))).rejects.toThrow('This is not a sealed text');
  expect(await isWaiting('erase-person', payload)).toBe(false);
  await expect(run(payload, tryOf(true))).rejects.toThrow('This is not a sealed text');
  expect(await isWaiting('erase-person', payload)).toBe(true);
});

test('a complete erasure logs the deleted rows per table and no personal data', async () => {
  const { user, userId, workspaceId, token } = await api.registerUser();
  const { email } = user;
  await api.request(saveCustomLeads, { token, body: { leads: [{ Name: 'Zoë' }, { Name: 'Ada' }] } });
  const requestedAt = api.context.clock.now();
  await insertReceipt(api.context.db, { code: 'logged', kind: 'account', userId, requestedAt });
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  await handlerOf('erase-account').run({ code: 'logged', address: null }, tryOf(true, log));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'info', deleted: { leads: 2, sessions: 1, users: 1 } },
  ]);
  for (const trace of [userId, workspaceId, email, 'logged', 'Zoë']) expect(lines.join('')).not.toContain(trace);
});
