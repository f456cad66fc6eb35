import { sql } from '#server/database/drizzle.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import { finishConnection, listConnections } from '#shared/contracts/connections.ts';
import type { Connection } from '#shared/contracts/connections.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { createConnections } from '#server/modules/connections/createConnections.ts';
import type { AdPlatform } from '#server/providers/AdPlatform.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import { readCallCounts } from '#testing/sandbox/sandboxControl.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { findConnection, readConnectionFlags } from '../connections.store.ts';
import { openTokens } from '#server/modules/connections/access/tokens.ts';

/** Starts the API before the first test of the importing file and closes it after the last. */
export let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

export type Person = TestPerson;
export const newPerson = (): Promise<Person> => api.registerUser();
export const newConnected = async (platform: PlatformId): Promise<Person> => {
  const person = await newPerson();
  await connectPlatform(api, person, platform);
  return person;
};

/** Waits until the jobs of a new grant are done and prevents further ones, so that only the test uses the grant. */
export const endBackgroundReads = async ({ workspaceId }: Person): Promise<void> => {
  const { db } = api.context;
  await api.waitUntil(async () => {
    await db.execute(
      sql`update insight_accounts set next_read_at = now() + interval '1 day' where workspace_id = ${workspaceId}`,
    );
    await db.execute(
      sql`delete from jobs.job where name = 'read-past-insights' and data->>'workspaceId' = ${workspaceId} and state = 'created'`,
    );
    const { rows } = await db.execute(
      sql`select 1 from jobs.job where data->>'workspaceId' = ${workspaceId} and state in ('created', 'retry', 'active')`,
    );
    return rows.length === 0;
  });
};

export const onSandbox = async (method: string, path: string): Promise<unknown> => {
  const answer = await fetch(api.sandbox.url + path, { method });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};
export const countCalls = async (endpoint: string): Promise<number> =>
  (await readCallCounts(api.sandbox))[endpoint] ?? 0;
export const googleTokenCalls = () => countCalls('google POST /token');

export const requireRow = async ({ workspaceId }: Person, platform: PlatformId) => {
  const row = await findConnection(api.context.db, workspaceId, platform);
  if (!row) throw new Error(`${platform} is not connected`);
  return row;
};
export const tokensOf = async (person: Person, platform: PlatformId) =>
  openTokens(api.context.secrets, await requireRow(person, platform));
export const revokeAtGoogle = async (person: Person): Promise<void> => {
  const { accessToken } = await tokensOf(person, 'google');
  await fetch(`${api.sandbox.url}/revoke`, { method: 'POST', body: new URLSearchParams({ token: accessToken }) });
};
export const stateOf = async ({ token }: Person, platform: PlatformId): Promise<Connection | undefined> => {
  const { body } = await api.request(listConnections, { token });
  return body.data.find((each: Connection) => each.platform === platform);
};
/** Makes the stored access token expire after this many milliseconds. */
export const endIn = (person: Person, platform: PlatformId, ms: number) => {
  const at = new Date(api.context.clock.now().getTime() + ms);
  return api.context.db.execute(
    sql`update connections set access_token_expires_at = ${at.toISOString()} where workspace_id = ${person.workspaceId} and platform = ${platform}`,
  );
};

/** A second process with the same database and keys, but separate memory. */
export const otherProcess = (changes: Partial<AppContext> = {}): AppContext => ({ ...api.context, ...changes });
export const withGoogle = (change: Partial<AdPlatform<'google'>>): AppContext =>
  otherProcess({
    platforms: { ...api.context.platforms, google: { ...platformOf(api.context.platforms, 'google'), ...change } },
  });
export const failure = (outcome: 'retry' | 'reconnect' | 'token-rejected' | 'account') =>
  new ProviderError('google', { outcome, userMessage: `Sample reason: ${outcome}` });

export const access = <T>(
  context: AppContext,
  person: Person,
  platform: PlatformId,
  run: (call: PlatformCall) => Promise<T>,
) => createConnections(context).withAccess(person.workspaceId, platform, { patience: 'interactive' }, run);
/** A real call with the token that `withAccess` provides; returns the token. */
export const listAs = (person: Person, platform: PlatformId, context: AppContext = api.context) =>
  access(context, person, platform, async (call) => {
    await platformOf(context.platforms, platform).listAccounts(call);
    return call.accessToken;
  });

export const finish = (token: string, state: string) => api.request(finishConnection, { token, body: { state } });
export const stored = (person: Person, platform: PlatformId) =>
  findConnection(api.context.db, person.workspaceId, platform);
export const eventsOf = async (person: Person) => {
  const { body } = await api.request(listNotifications, { token: person.token, query: {} });
  return body.data.map(({ event, payload }: { event: string; payload: unknown }) => ({ event, payload }));
};
export const expectNothingStored = async (person: Person, platform: PlatformId) => {
  expect(await stored(person, platform)).toBeNull();
  expect(await eventsOf(person)).toEqual([]);
  expect((await readConnectionFlags(api.context.db, person.workspaceId))[platform]).toBe(false);
};
