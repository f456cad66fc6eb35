import { createGoogleService } from './google/googleService.ts';
import { createMetaService } from './meta/metaService.ts';
import { createTikTokService } from './tiktok/tiktokService.ts';
import type { SandboxContext, SandboxService } from './Sandbox.ts';

/** Every outside service that the sandbox plays. */
export function createServices(context: SandboxContext): SandboxService[] {
  return [createGoogleService(context), createMetaService(context), createTikTokService(context)];
}
