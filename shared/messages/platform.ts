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
  `${platformNames[platform]} limits how often data can be read. Please try again later.`;
export const unavailable = (platform: PlatformId) =>
  `${platformNames[platform]} does not answer right now. Please try again.`;
export const shownAsStored = (reason: string) =>
  `${reason.replace(/\.$/, '')}. The data shown was read earlier and may be out of date.`;
