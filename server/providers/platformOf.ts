import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { notConfigured } from '#server/lib/failures/errors.ts';
import type { AdPlatform, PlatformRegistry } from './AdPlatform.ts';

/**
 * The adapter of a platform.
 * @throws AppError 503 NOT_CONFIGURED when the install has no credentials for it
 */
export const platformOf = <P extends PlatformId>(platforms: PlatformRegistry, platform: P): AdPlatform<P> => {
  const adapter = platforms[platform];
  if (!adapter) throw notConfigured(messages.connections.notConfigured(platform));
  return adapter;
};
