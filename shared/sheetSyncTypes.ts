import type { LeadList } from './leadLists.ts';
import type { PlatformId } from './platforms.ts';

/** The source of the leads in a synced sheet. */
export const sheetSyncTypes = ['meta', 'google', 'tiktok'] as const;
export type SheetSyncType = (typeof sheetSyncTypes)[number];

/** The platform of each type. */
export const platformOfSheet: Readonly<Record<SheetSyncType, PlatformId>> = {
  meta: 'facebook',
  google: 'google',
  tiktok: 'tiktok',
};

/** The list to which each type adds its leads. */
export const listOfSheet: Readonly<Record<SheetSyncType, LeadList>> = {
  meta: 'custom',
  google: 'custom',
  tiktok: 'tiktok',
};

/** Texts of the option and the badge. They differ on purpose. */
export const sheetSyncTypeNames: Record<SheetSyncType, { option: string; badge: string }> = {
  meta: { option: 'Meta (Facebook/Instagram)', badge: 'Meta' },
  google: { option: 'Google Ads', badge: 'Google Ads' },
  tiktok: { option: 'TikTok Ads', badge: 'TikTok' },
};
