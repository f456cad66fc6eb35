import { messages } from '#shared/messages.ts';
import { AppError } from '#server/lib/failures/errors.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import type { SheetProblem } from './readSharedSheet.ts';

/** The message for a sheet that cannot be read. @param serviceAccount the address to share it with, if there is one */
export const explainProblem = (kind: SheetProblem, serviceAccount: string | null): string => {
  switch (kind) {
    case 'not-shared':
      return messages.sheets.notShared(serviceAccount);
    case 'not-found':
      return messages.sheets.notFound;
    case 'no-such-tab':
      return messages.sheets.noSuchTab;
    case 'claimed':
      return messages.sheets.claimed;
    case 'not-a-sheet':
      return messages.sheets.notASheet;
    case 'too-large':
      return messages.sheets.tooLarge;
    default:
      return kind satisfies never;
  }
};

const answers = {
  'not-shared': [403, 'SHEET_NOT_SHARED'],
  'not-found': [404, 'SHEET_NOT_FOUND'],
  'no-such-tab': [404, 'SHEET_NOT_FOUND'],
  claimed: [403, 'SHEET_CLAIMED'],
  'not-a-sheet': [422, 'SHEET_UNREADABLE'],
  'too-large': [422, 'SHEET_UNREADABLE'],
} as const satisfies Record<SheetProblem, unknown>;

export const problemError = (kind: SheetProblem, serviceAccount: string | null): AppError => {
  const [status, code] = answers[kind];
  return new AppError(status, code, explainProblem(kind, serviceAccount));
};

/** The user message for a failed Google call. */
export const explainFault = ({ outcome }: ProviderError): string =>
  outcome === 'wait' ? messages.sheets.throttled : messages.sheets.unavailable;

/** Google's quota is per minute. */
const throttledSeconds = 60;

/** The error for a failed call; other errors are rethrown. */
export const faultError = (error: unknown): unknown => {
  if (!(error instanceof ProviderError)) return error;
  if (error.outcome !== 'wait') return new AppError(502, 'PLATFORM_FAILED', explainFault(error), { cause: error });
  const { retryAfterMs } = error;
  const retryAfterSeconds = retryAfterMs === undefined ? throttledSeconds : Math.ceil(retryAfterMs / 1000);
  return new AppError(429, 'PLATFORM_THROTTLED', explainFault(error), { cause: error, retryAfterSeconds });
};
