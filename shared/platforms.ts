import { facebook } from './platforms/facebook.ts';
import { google } from './platforms/google.ts';
import { tiktok } from './platforms/tiktok.ts';

/** The advertising platforms a person can connect, in the order in which they are shown. */
export const platformIds = ['google', 'facebook', 'tiktok'] as const;

export type PlatformId = (typeof platformIds)[number];

export const isPlatformId = (value: unknown): value is PlatformId =>
  typeof value === 'string' && (platformIds as readonly string[]).includes(value);

const facts = { google, facebook, tiktok };

/** Facts about each platform that client and server share. Keyed by id, so that the compiler reports a missing platform here only. */
export const platformFacts: { readonly [P in PlatformId]: (typeof facts)[P & keyof typeof facts] } = facts;

/** A record with a value for each platform. */
export const byPlatform = <Value>(make: (platform: PlatformId) => Value): Record<PlatformId, Value> =>
  Object.fromEntries(platformIds.map((platform) => [platform, make(platform)])) as Record<PlatformId, Value>;

/** A record with a value for each platform, keyed by its own event name. */
export const byEventName = <Kind extends 'connected' | 'exportComplete', Value>(
  kind: Kind,
  make: (platform: PlatformId) => Value,
) =>
  Object.fromEntries(platformIds.map((platform) => [platformFacts[platform][kind], make(platform)])) as Record<
    (typeof platformFacts)[PlatformId][Kind],
    Value
  >;

/** A platform's name in texts and on screens. */
export const platformNames = byPlatform((platform) => platformFacts[platform].name);

/** The platform whose grant creates and writes spreadsheets. */
export const sheetPlatform = 'google' satisfies PlatformId;

/** The platforms whose lead forms are collected, in the order of their tabs. */
export const leadPlatformIds = ['facebook', 'tiktok'] as const satisfies readonly PlatformId[];

export type LeadPlatformId = (typeof leadPlatformIds)[number];

/** A record with a value for each platform that has lead forms. */
export const byLeadPlatform = <Value>(make: (platform: LeadPlatformId) => Value): Record<LeadPlatformId, Value> =>
  Object.fromEntries(leadPlatformIds.map((platform) => [platform, make(platform)])) as Record<LeadPlatformId, Value>;

/** A person's selected ad account ids per platform, as in the account list (Facebook's with `act_`). */
export type AccountsByPlatform = Record<PlatformId, string[]>;

export const emptyAccountsByPlatform = (): AccountsByPlatform => byPlatform(() => []);
