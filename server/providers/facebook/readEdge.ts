import { messages } from '#shared/messages.ts';
import { ProviderError } from '../ProviderError.ts';
import { nextCursor } from '#server/providers/facebook/insights/transform.ts';
import type { GraphPage } from './types.ts';

/** Far beyond real data; a list that never ends is a fault. */
const maxPages = 10_000;

/** Reads an edge page by page, by cursor. The next page is requested once the previous one is consumed. */
export async function* readEdge<Item>(
  read: (after: string | null) => Promise<GraphPage<Item>>,
): AsyncGenerator<Item[], void> {
  let after: string | null = null;
  for (let pageNumber = 1; pageNumber <= maxPages; pageNumber += 1) {
    const page: GraphPage<Item> = await read(after);
    yield page.data;
    const next = nextCursor(page);
    if (next === null) return;
    if (next === after) break;
    after = next;
  }
  throw new ProviderError('facebook', {
    outcome: 'retry',
    userMessage: messages.platform.unavailable('facebook'),
    providerCode: 'endless-list',
  });
}

/**
 * Retries with smaller limits, down to one, while Meta refuses the response as too heavy.
 * @param tooHeavyMessage for the person when not even one item fits
 */
export const readSmaller = async <T>(
  limit: number,
  read: (limit: number) => Promise<T>,
  tooHeavyMessage: string,
): Promise<T> => {
  for (let size = limit; ; size = Math.ceil(size / 2)) {
    try {
      return await read(size);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.outcome !== 'split') throw error;
      if (size === 1) throw tooHeavy(error, tooHeavyMessage);
    }
  }
};

export const tooHeavy = (cause: ProviderError, userMessage: string): ProviderError =>
  new ProviderError('facebook', {
    outcome: 'account',
    userMessage,
    status: cause.status,
    providerCode: cause.providerCode,
    requestId: cause.requestId,
    cause,
  });
