import { messages } from '#shared/messages.ts';
import { ProviderError } from '../ProviderError.ts';
import { nextCursor } from './transform.ts';
import type { GraphPage } from './types.ts';

/** Far beyond what anyone has; a list that does not end by itself is a fault. */
const maxPages = 10_000;

/** Every page of an edge, by its cursors, each when the one before has been used. */
export async function* walkEdge<Item>(
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
 * Reads with a smaller limit where Meta finds the answer too heavy, down to one.
 * @param tooHeavyMessage for the person when not even one can be carried
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
