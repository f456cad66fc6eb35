import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { register } from '#shared/contracts/users.ts';
import type { User } from '#shared/contracts/users.ts';
import type { AppContext } from '#server/AppContext.ts';
import { parseEnv } from '#server/config/env.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { startSandbox } from '#testing/sandbox/sandbox.ts';
import type { RunningSandbox } from '#testing/sandbox/sandbox.ts';
import { startServer } from '#server/startServer.ts';
import { createRequest } from './createRequest.ts';
import type { ApiRequest } from './createRequest.ts';
import { openAgain, openTestDatabase } from '#testing/database/openTestDatabase.ts';
import { requireWorkspaceId } from '#server/modules/users/workspaces/workspaces.store.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import { waitUntil } from '#testing/waitUntil.ts';

/** A person with an account, and the workspace that they work in. */
export type TestPerson = Member & { user: User; token: string };

export type TestApi = {
  url: string;
  context: AppContext;
  sandbox: RunningSandbox;
  request: ApiRequest;
  registerUser(overrides?: Partial<BodyOf<typeof register>>): Promise<TestPerson>;
  waitUntil: typeof waitUntil;
  close(): Promise<void>;
};

type TestApiOptions = {
  /** Starts a second process for this API, with the same database, keys and sandbox. End the second one first. */
  beside?: TestApi;
  /** Changes to the environment; undefined removes a variable. */
  env?: Record<string, string | undefined>;
  /** Uses a new embedded database instead of the tests' server. */
  isEmbedded?: boolean;
  /** Reports the free disk space of the embedded database. */
  readFreeBytes?: () => Promise<number>;
};

/** The real API, worker and sockets over HTTP, with a new database and a new sandbox. */
export const startTestApi = async ({
  beside,
  env: changes = {},
  isEmbedded = false,
  readFreeBytes,
}: TestApiOptions = {}): Promise<TestApi> => {
  const sandbox = beside?.sandbox ?? (await startSandbox({ port: 0 }));
  const dataDir = beside?.context.env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'll-api-')));
  const openDatabase = () => (beside ? openAgain(beside.context.pool) : openTestDatabase());
  const database = isEmbedded ? null : await openDatabase();
  const env = parseEnv({
    NODE_ENV: 'test',
    SANDBOX: 'true',
    ROLES: 'api,worker,web',
    DATA_DIR: dataDir,
    API_PORT: '0',
    ...sandbox.environment,
    // TikTok's highest level, so that tests hardly wait for the rate limit.
    TIKTOK_CALLS_PER_SECOND: '50',
    ...changes,
  });
  const server = await startServer({
    // Other tests cover the pages.
    env: { ...env, ROLES: ['api', 'worker'] },
    ...(database ? { database } : {}),
    logger: createLogger(process.env['TEST_LOG_LEVEL'] ?? 'silent'),
    pages: 'built',
    checkAnswers: true,
    ...(readFreeBytes ? { readFreeBytes } : {}),
    onFatal: (error) => {
      throw error;
    },
  });
  const url = `http://127.0.0.1:${server.apiPort}`;

  const request = createRequest(url);

  let people = 0;
  const registerUser: TestApi['registerUser'] = async (overrides = {}) => {
    people += 1;
    const password = 'a long enough one';
    const { status, body } = await request(register, {
      body: {
        name: 'Ada Example',
        email: `ada-${people}@example.test`,
        password,
        confirmpassword: overrides.password ?? password,
        ...overrides,
      },
    });
    if (status !== 200) throw new Error(`the registration failed: ${status} ${JSON.stringify(body)}`);
    const { _id: userId, token } = body.data;
    const workspaceId = await requireWorkspaceId(server.context.db, userId);
    return { user: body.data, userId, workspaceId, token };
  };

  return {
    url,
    context: server.context,
    sandbox,
    request,
    registerUser,
    waitUntil,
    close: async () => {
      await server.close();
      await database?.close();
      if (beside) return;
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
