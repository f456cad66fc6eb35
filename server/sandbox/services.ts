import type { PlatformId } from '#shared/platforms.ts';
import { createGoogleService } from './google/googleService.ts';
import { createMetaService } from './meta/metaService.ts';
import { createTikTokService } from './tiktok/tiktokService.ts';
import type { SandboxContext, SandboxService } from './Sandbox.ts';

/** Every outside service that the sandbox plays. */
export function createServices(context: SandboxContext): SandboxService[] {
  const services: Record<PlatformId, SandboxService> = {
    google: createGoogleService(context),
    facebook: createMetaService(context),
    tiktok: createTikTokService(context),
  };
  return Object.values(services);
}
