import type { PlatformId } from '#shared/platforms.ts';
import { facebook } from './facebook.ts';
import { google } from './google.ts';
import type { PlatformLook } from './PlatformLook.ts';
import { tiktok } from './tiktok.ts';

export const platformLooks: Readonly<Record<PlatformId, PlatformLook>> = { google, facebook, tiktok };
