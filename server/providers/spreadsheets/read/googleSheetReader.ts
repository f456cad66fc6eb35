import { sheetSearchLimits } from '#shared/limits.ts';
import type { Env } from '#server/config/env.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { withRetry } from '#server/providers/calls/retry.ts';
import { createLocalBudget } from '../../calls/callBudget.ts';
import type { CallBudget } from '../../calls/callBudget.ts';
import { callProvider } from '../../calls/http.ts';
import type { CallLimits } from '../../calls/http.ts';
import { createPacer } from '../../calls/pacer.ts';
import { ProviderError } from '../../ProviderError.ts';
import { readPrivateSheet, searchPrivateSheet } from './privateSheet.ts';
import { readPublicSheet } from './publicSheet.ts';
import type { Exchange } from './publicSheet.ts';
import { takeSheetsTurn } from '../sheetsQuota.ts';
import { createServiceAccountTokens } from './serviceAccountTokens.ts';
import type { ReadOptions, SheetReader } from '../SheetReader.ts';

const maxBytes = 20 * 1024 * 1024;
const callLimits = {
  interactive: { firstByteMs: 10_000, totalMs: 30_000, maxBytes },
  background: { firstByteMs: 30_000, totalMs: 60_000, maxBytes },
} as const satisfies Record<ReadOptions['patience'], CallLimits>;

type ReaderEnv = Pick<Env, 'GOOGLE_DOCS_URL' | 'GOOGLE_SHEETS_URL' | 'GOOGLE_OAUTH_URL' | 'GOOGLE_SERVICE_ACCOUNT'>;

/** Reads people's sheets: through the public CSV export, or through the Sheets API as the service account. */
export const createGoogleSheetReader = (
  env: ReaderEnv,
  logger: Logger,
  budget: CallBudget = createLocalBudget(),
): SheetReader => {
  const pacer = createPacer('google', budget);
  const account = env.GOOGLE_SERVICE_ACCOUNT;
  const tokens = account ? createServiceAccountTokens(account, env.GOOGLE_OAUTH_URL, logger) : null;

  const read = <Reading>(
    { patience, signal }: ReadOptions,
    run: (send: Exchange, attempt: number) => Promise<Reading>,
  ): Promise<Reading | { kind: 'too-large' }> => {
    const send: Exchange = (request) =>
      callProvider('google', { ...request, signal, logger, limits: callLimits[patience] });
    return withRetry((attempt) => run(send, attempt), { patience, signal }).catch(tooLargeOf);
  };

  /** Reads as the service account, within its quota. */
  const readAsAccount = <Reading>(options: ReadOptions, run: (send: Exchange, attempt: number) => Promise<Reading>) =>
    read(options, (exchange, attempt) => {
      const send: Exchange = async (request) => {
        await takeSheetsTurn(pacer, 'read', { kind: 'serviceAccount', workspaceId: options.workspaceId }, options);
        return exchange(request);
      };
      return run(send, attempt);
    });

  return {
    serviceAccount: account?.email ?? null,

    readPublic: async (address, options) => {
      const reading = await read(options, (send) => readPublicSheet(address, env.GOOGLE_DOCS_URL, send));
      // The API does not accept "Publish to web" ids.
      const hasOtherWay = tokens !== null && !address.isPublished;
      return reading.kind === 'not-shared' && hasOtherWay ? { kind: 'private' } : reading;
    },

    readPrivate: async (address, options) =>
      tokens === null || address.isPublished
        ? { kind: 'not-shared' }
        : readAsAccount(options, (send, attempt) =>
            readPrivateSheet(address, { sheetsUrl: env.GOOGLE_SHEETS_URL, tokens, send, attempt }),
          ),

    searchPrivate: async (documentId, texts, options) => {
      if (tokens === null) return { kind: 'not-shared' };
      const search = (range: string | null) =>
        readAsAccount(options, (send, attempt) =>
          searchPrivateSheet({ documentId, texts, range }, { sheetsUrl: env.GOOGLE_SHEETS_URL, tokens, send, attempt }),
        );
      const whole = await search(null);
      if (whole.kind !== 'too-large') return whole;
      const part = await search(sheetSearchLimits.largeRange);
      return part.kind === 'missing' ? whole : part;
    },
  };
};

/** Too many bytes is a property of the sheet; every other failure belongs to the call. */
const tooLargeOf = (error: unknown): { kind: 'too-large' } => {
  if (error instanceof ProviderError && error.outcome === 'split') return { kind: 'too-large' };
  throw error;
};
