import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { exportGoogleSheet } from '#shared/contracts/exports.ts';
import { changeLeads } from '#shared/contracts/leadBulk.ts';
import { login, logout, updateProfile } from '#shared/contracts/users.ts';
import { removeMember } from '#shared/contracts/workspaces.ts';
import { idempotencyKeyHeader } from '#server/api/answerOnce.ts';
import { eq } from '#server/database/drizzle.ts';
import { customLeadBatches, customLeadImports, leads, sessions } from '#server/database/schema.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { blockAccount } from '#server/modules/users/accounts/blockAccount.service.ts';
import { newColleague } from '#server/modules/users/workspaces/testing/newColleague.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { clearFaults, orderFaults } from '#testing/sandbox/sandboxControl.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const password = 'a long enough one';

/** An owner, and a member of their workspace with a lead that an import could overwrite. */
const startTeam = async () => {
  const owner = await api.registerUser();
  const member = await newColleague(api, owner);
  await api.request(saveCustomLeads, { token: owner.token, body: { leads: [{ id: 'known', Name: 'Before' }] } });
  return { owner, member };
};
type Team = Awaited<ReturnType<typeof startTeam>>;

const storedOf = async ({ workspaceId }: Pick<TestPerson, 'workspaceId'>) => {
  const { db } = api.context;
  const rows = await db.select().from(leads).where(eq(leads.workspaceId, workspaceId));
  return {
    imports: await db.$count(customLeadImports, eq(customLeadImports.workspaceId, workspaceId)),
    batches: await db.$count(customLeadBatches, eq(customLeadBatches.workspaceId, workspaceId)),
    names: rows.map(({ name }) => name),
  };
};
const unchanged = { imports: 0, batches: 0, names: ['Before'] };

type Answer = { status: number | undefined; code: unknown };
type Slow = { request: ClientRequest; answer: Promise<Answer> };

/** Starts a POST with an incomplete body. */
const begin = ({ token }: Pick<TestPerson, 'token'>, path: string, part: string): Slow => {
  const request = httpRequest(`${api.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  onTestFinished(() => void request.destroy());
  request.write(part);
  const read = async (): Promise<Answer> => {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const body: unknown = JSON.parse(await text(response));
    return { status: response.statusCode, code: body instanceof Object && 'code' in body ? body.code : null };
  };
  return { request, answer: read() };
};

/** Waits until a request of the member has passed the check of its session. */
const awaitAdmission = ({ member: { token } }: Team) =>
  api.waitUntil(() => api.context.sessions.find(hashSecret(token)));

const rowsOf = (count: number): string =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({ id: index === 0 ? 'known' : `${index}`, Name: 'After' }),
  ).join(',');

const ways: Record<string, { end: (team: Team) => Promise<unknown>; answer: Answer }> = {
  'a logout': {
    end: ({ member: { token } }) => api.request(logout, { token }),
    answer: { status: 401, code: 'SESSION_EXPIRED' },
  },
  'a new password': {
    end: async ({ member: { user } }) => {
      const { body } = await api.request(login, { body: { email: user.email, password } });
      return api.request(updateProfile, {
        token: body.data.token,
        body: { name: 'Ada', password: 'another long one' },
      });
    },
    answer: { status: 401, code: 'SESSION_EXPIRED' },
  },
  'a removal from the workspace': {
    end: ({ owner: { token }, member: { userId } }) => api.request(removeMember, { token, params: { id: userId } }),
    answer: { status: 403, code: 'FORBIDDEN' },
  },
  'a block': {
    end: ({ member: { user } }) => blockAccount(api.context, user.email),
    answer: { status: 401, code: 'SESSION_EXPIRED' },
  },
  'an end that no message has reported': {
    end: ({ member: { token } }) => api.context.db.delete(sessions).where(eq(sessions.tokenHash, hashSecret(token))),
    answer: { status: 401, code: 'SESSION_EXPIRED' },
  },
};

describe.each(Object.entries(ways))('after %s', (name, { end, answer }) => {
  const isReported = !name.includes('no message');

  test('a large import that is still arriving is aborted and stores nothing', async () => {
    const team = await startTeam();
    const slow = begin(team.member, saveCustomLeads.path, `{"leads": [${rowsOf(2_500)}`);
    await api.waitUntil(async () => (await storedOf(team.member)).batches > 0);
    await end(team);
    // If a message reports the end, the request ends although the client sends nothing more.
    if (!isReported) slow.request.end(']}');
    expect(await slow.answer).toEqual(answer);
    expect(await storedOf(team.owner)).toEqual(unchanged);
  });

  test('a small import that is still arriving stores and overwrites nothing', async () => {
    const team = await startTeam();
    const slow = begin(team.member, saveCustomLeads.path, `{"leads": [${rowsOf(2)}`);
    await awaitAdmission(team);
    await end(team);
    slow.request.end(']}');
    expect(await slow.answer).toEqual(answer);
    expect(await storedOf(team.owner)).toEqual(unchanged);
  });
});

const reported = Object.entries(ways).filter(([name]) => !name.includes('no message'));

const laterCalls = [
  { path: changeLeads.path, body: { filter: {}, action: { kind: 'status', statusId: 'junk' } } },
  { path: exportGoogleSheet.path, body: { data: [{ campaign: 'Spring' }] } },
];

test.each(reported.flatMap(([name, way]) => laterCalls.map((call) => ({ name, way, call }))))(
  'refuses a body of $call.path that is complete only after $name',
  async ({ way: { end, answer }, call: { path, body } }) => {
    const team = await startTeam();
    const whole = JSON.stringify(body);
    const slow = begin(team.member, path, whole.slice(0, -1));
    await awaitAdmission(team);
    await end(team);
    slow.request.end(whole.slice(-1));
    expect(await slow.answer).toEqual(answer);
    expect(await storedOf(team.owner)).toEqual(unchanged);
  },
);

test.each(reported)(
  'a request that waits for its sheet, and its repetition, end with %s',
  async (_name, { end, answer }) => {
    const team = await startTeam();
    await connectPlatform(api, team.owner, 'google');
    await orderFaults(api.sandbox, { provider: 'google', kind: 'slow', delayMs: 60_000, count: 1_000 });
    onTestFinished(() => clearFaults(api.sandbox));
    const order = async (): Promise<Answer> => {
      const { status, body } = await api.request(exportGoogleSheet, {
        token: team.member.token,
        headers: { [idempotencyKeyHeader]: 'once' },
        body: { data: [{ campaign: 'Spring' }] },
      });
      return { status, code: 'code' in body ? body.code : null };
    };
    const first = order();
    const isRunning = async (): Promise<boolean> =>
      (await api.context.db.query.exports.findFirst({
        where: (table, { eq: equals }) => equals(table.workspaceId, team.member.workspaceId),
      })) !== undefined;
    await api.waitUntil(isRunning);
    const second = order();
    await end(team);
    // A removal also cancels the export, and the request may detect the cancel first.
    const cancelled = { status: 409, code: 'EXPORT_ENDED' };
    for (const each of await Promise.all([first, second])) expect([answer, cancelled]).toContainEqual(each);
  },
);
