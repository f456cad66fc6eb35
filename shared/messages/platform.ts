import { platformNames } from '../platforms.ts';
import type { PlatformId } from '../platforms.ts';

export const insightsFailed: Readonly<Record<PlatformId, string>> = {
  facebook: 'Failed to fetch Facebook Ad Insights',
  google: 'Failed to fetch Google Ad Insights',
  tiktok: 'Failed to fetch Tiktok Ad Insights',
};
export const accountsFailed: Readonly<Record<PlatformId, string>> = {
  facebook: 'Failed to fetch Facebook Ad Accounts',
  google: 'Failed to fetch Google Ad Accounts',
  tiktok: 'Failed to fetch Tiktok Ad Accounts',
};
export const foreignAccount = 'One of the chosen ad accounts does not belong to your connection';
export const throttled = (platform: PlatformId) =>
  `${platformNames[platform]} asks us to slow down. Please try again later.`;
export const unavailable = (platform: PlatformId) =>
  `${platformNames[platform]} does not answer right now. Please try again.`;
export const shownAsStored = (reason: string) =>
  `${reason.replace(/\.$/, '')}. What is shown of it was read before and may be out of date.`;
