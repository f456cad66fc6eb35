import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { ProviderError } from './ProviderError.ts';

/**
 * Windows in which the platform must not be called: calling while blocked lengthens the block. A key names what is
 * blocked, e.g. one ad account, one grant or the whole app, so that one account does not hold up the others.
 */
export const createPauses = (platform: PlatformId, now: () => number = Date.now) => {
  const endsAt = new Map<string, number>();

  return {
    /** @throws ProviderError `wait` with the rest of the longest window that covers the call */
    check(keys: readonly string[]): void {
      const end = Math.max(0, ...keys.map((key) => endsAt.get(key) ?? 0));
      if (end <= now()) return;
      throw new ProviderError(platform, {
        outcome: 'wait',
        userMessage: messages.platform.throttled(platform),
        providerCode: 'paused',
        retryAfterMs: end - now(),
      });
    },

    pause(key: string, durationMs: number): void {
      // Windows that are over are swept here, so the map is never larger than what is blocked right now.
      for (const [each, end] of endsAt) if (end <= now()) endsAt.delete(each);
      endsAt.set(key, Math.max(endsAt.get(key) ?? 0, now() + durationMs));
    },
  };
};
