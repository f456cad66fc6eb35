import { createHash, randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeEach } from 'vitest';
import * as z from 'zod';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { parseEnv } from '../../config/env.ts';
import { startSandbox } from '#testing/sandbox/sandbox.ts';
import type { AdPlatform, Grant, PlatformRegistry } from '../AdPlatform.ts';
import type { PlatformCall } from '../calls/PlatformCall.ts';
import type { CallLimits } from '../calls/http.ts';
import { ProviderError } from '../ProviderError.ts';
import { createFacebookAdapter } from '../facebook/adapter.ts';
import { createPlatformRegistry } from '../registry.ts';
import { passConsent } from './passConsent.ts';

type FaultOrder = { kind: string; path?: string; count?: number; retryAfterSeconds?: number };

const today = utcDay(new Date());
/** Seven days with known numbers of rows in the sandbox. */
export const week: DateRange = { since: addDays(today, -6), until: today };

/** Runs the real adapters against a separate sandbox. Each test of the file starts with a reset sandbox. */
export const startPlatforms = async (changes: Record<string, string> = {}) => {
  const sandbox = await startSandbox({ port: 0 });
  const env = parseEnv({ NODE_ENV: 'test', ...sandbox.environment, TIKTOK_CALLS_PER_SECOND: '50', ...changes });
  const logLines: string[] = [];
  const logger = pino({ level: 'trace' }, collectLines(logLines));
  let registry = createPlatformRegistry(env, logger);

  const control = async (method: 'POST' | 'PUT' | 'GET', path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${sandbox.url}/control/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`control/${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };

  const adapter = <P extends PlatformId>(id: P): NonNullable<PlatformRegistry[P]> => present(registry[id], id);

  /** A person grants access, except for the boxes they clear. */
  const connect = async (id: PlatformId, untick: readonly string[] = []): Promise<Grant> => {
    const { consentUrl, redirectUri, codeVerifier } = startConsent(adapter(id));
    const callback = await passConsent(consentUrl, { decision: 'allow', untick });
    return adapter(id).completeConsent({ query: callback.searchParams, redirectUri, codeVerifier });
  };

  /** Resets grants, faults and throttling of sandbox and adapters. */
  const reset = async (): Promise<void> => {
    await control('POST', 'reset', {});
    registry = createPlatformRegistry(env, logger);
    logLines.length = 0;
  };

  beforeEach(reset);
  afterAll(() => sandbox.close());

  return {
    sandbox,
    logLines,
    control,
    adapter,
    connect,

    /** Facebook with asynchronous reports that are polled at once. */
    facebookWithReports: () =>
      createFacebookAdapter({
        appId: String(sandbox.environment.FACEBOOK_APP_ID),
        appSecret: String(sandbox.environment.FACEBOOK_APP_SECRET),
        dialogUrl: sandbox.url,
        graphUrl: sandbox.url,
        graphVersion: env.FACEBOOK_GRAPH_VERSION,
        reportPauses: { firstMs: 1, longestMs: 4 },
      }),

    /** Changes the limits of later calls; grants stay. */
    setLimits(limits: Partial<CallLimits>): void {
      registry = createPlatformRegistry(env, logger, { limits });
    },

    order: (provider: PlatformId, fault: FaultOrder) => control('POST', 'faults', { provider, ...fault }),

    /** Ordered faults that no call has hit yet. */
    async readOpenFaults(): Promise<unknown[]> {
      return z.object({ faults: z.array(z.unknown()) }).parse(await control('GET', 'faults')).faults;
    },

    async countCalls(): Promise<number> {
      return z.object({ calls: z.array(z.unknown()) }).parse(await control('GET', 'calls')).calls.length;
    },

    /** The first account of a fresh grant. */
    async open<P extends PlatformId>(id: P) {
      const grant = await connect(id);
      const call = callWith(grant);
      const [account] = await adapter(id).listAccounts(call);
      return { adapter: adapter(id), grant, call, account: present(account, `${id} account`) };
    },
  };
};

/** Prepares a consent as the server does before it redirects a person. */
export const startConsent = (platform: AdPlatform) => {
  const redirectUri = `http://localhost:3000/auth/${platform.id}/callback`;
  const codeVerifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const state = randomBytes(16).toString('hex');
  return { consentUrl: platform.consentUrl({ state, redirectUri, codeChallenge }), redirectUri, codeVerifier, state };
};

export const callWith = ({ tokens }: Pick<Grant, 'tokens'>): PlatformCall => ({
  accessToken: tokens.accessToken,
  patience: 'interactive',
});

/** The error of a call that must fail. */
export const failureOf = async (run: Promise<unknown>): Promise<ProviderError> => {
  const error: unknown = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderError)) throw new Error(`expected a ProviderError, got ${String(error)}`);
  return error;
};

/** Returns a value that the test requires. */
export const present = <T>(value: T, name: string): NonNullable<T> => {
  if (value === null || value === undefined) throw new Error(`no ${name}`);
  return value;
};

const collectLines = (lines: string[]): Writable =>
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
