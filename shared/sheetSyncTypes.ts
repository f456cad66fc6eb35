import type { PlatformId } from './platforms.ts';

/** Whose leads a sheet in sync holds. */
export const sheetSyncTypes = ['meta', 'google', 'tiktok'] as const;
export type SheetSyncType = (typeof sheetSyncTypes)[number];

/** The platform of each type. */
export const platformOfSheet: Readonly<Record<SheetSyncType, PlatformId>> = {
  meta: 'facebook',
  google: 'google',
  tiktok: 'tiktok',
};

/** Texts of the choice and of the badge; they differ on purpose. */
export const sheetSyncTypeNames: Record<SheetSyncType, { option: string; badge: string }> = {
  meta: { option: 'Meta (Facebook/Instagram)', badge: 'Meta' },
  google: { option: 'Google Ads', badge: 'Google Ads' },
  tiktok: { option: 'TikTok Ads', badge: 'TikTok' },
};
