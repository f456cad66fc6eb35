import { byPlatform, platformNames, platformFacts } from '../platforms.ts';
import type { PlatformId } from '../platforms.ts';

export const insightsFailed = byPlatform(
  (platform) => `Failed to fetch ${platformFacts[platform].nameInFailures} Ad Insights`,
);
export const accountsFailed = byPlatform(
  (platform) => `Failed to fetch ${platformFacts[platform].nameInFailures} Ad Accounts`,
);
export const foreignAccount = 'One of the chosen ad accounts does not belong to your connection';
export const throttled = (platform: PlatformId) =>
  `${platformNames[platform]} asks us to slow down. Please try again later.`;
export const unavailable = (platform: PlatformId) =>
  `${platformNames[platform]} does not answer right now. Please try again.`;
export const shownAsStored = (reason: string) =>
  `${reason.replace(/\.$/, '')}. What is shown of it was read before and may be out of date.`;
