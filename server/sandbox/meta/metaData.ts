import { plantedDay } from '../support/events.ts';
import type { Planted } from '../support/events.ts';
import { hash, integer, pick } from '../support/random.ts';

/** The name of the product's app at Meta. */
export const application = 'Sandbox Leadlight';

/** The sample person of every Facebook grant. The id is app-scoped, as at Meta. */
export const metaPerson = { id: '122000000000501', name: 'Sam Sandbox', email: 'sam@example.test' } as const;

export type MetaNode = { readonly id: string; readonly name: string };

export type MetaAd = MetaNode & {
  readonly adSet: MetaNode;
  readonly campaign: MetaNode;
  /** Each ad runs on one platform, so a breakdown by platform does not change the number of rows. */
  readonly publisherPlatform: string;
  /** The weekday (day number modulo 7) without delivery; undefined for daily delivery. */
  readonly restDay: number | undefined;
  /** Meta: `effective_status`. */
  readonly status: string;
  /** Delivery stops on this day; undefined if it still delivers. */
  readonly endDay: number | undefined;
  /** Replaces randomly generated days. */
  readonly planted: Planted | undefined;
};

export type MetaAdAccount = {
  /** Digits only. The Graph returns `act_<digits>` in `id` and plain digits in `account_id`. */
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly timeZoneId: number;
  /** In the smallest currency unit. */
  readonly amountSpent: number;
  readonly business: MetaNode;
  /** The delivering ads, one in each campaign. The Preview shows these. */
  readonly ads: readonly MetaAd[];
  /** All ads, including deleted and archived ones, and ads that never delivered. */
  readonly allAds: readonly MetaAd[];
};

export type MetaData = { readonly accounts: readonly MetaAdAccount[] };

/** Metrics of an ad on one day. */
export type MetaDelivery = {
  readonly impressions: number;
  readonly clicks: number;
  readonly spendCents: number;
  readonly linkClicks: number;
  readonly leads: number;
};

const trades = ['Motors', 'Garden', 'Books', 'Kitchen', 'Outdoor', 'Optics', 'Cycles', 'Travel'];
const campaigns = ['Autumn leads', 'Test drives', 'Open day', 'Newsletter', 'Spring offer', 'Consultation'];
const adSets = ['Berlin 25-54', 'Hamburg 30-65', 'Lookalike 1 %', 'Visitors of 30 days', 'New York 18-44'];
const adNames = ['Test drive video', 'Carousel A', 'Story B', 'Short clip', 'Photo with form'];

/** The other ads of a campaign, in the ad set of the first one or in a second one. */
const moreAds = [
  { name: 'Carousel B | Summer offer', status: 'DELETED', set: 0, hasDelivered: true },
  { name: 'Video 30s | Customer story', status: 'PAUSED', set: 0, hasDelivered: false },
  { name: 'Video 9s | Before and after', status: 'DISAPPROVED', set: 0, hasDelivered: false },
  { name: 'Photo | Last chance', status: 'ARCHIVED', set: 1, hasDelivered: true },
  { name: 'Short clip 2', status: 'PENDING_REVIEW', set: 1, hasDelivered: false },
] as const;

/** 2026-08-01: ads were deleted or archived within a month after it. */
const firstEndDay = 20_666;

const platforms = ['facebook', 'instagram', 'audience_network', 'messenger'];

/** Time zones and currencies of a group of three accounts. They differ, so that tests detect mix-ups. */
const places = [
  { currency: 'EUR', timeZone: 'Europe/Berlin', timeZoneId: 53 },
  { currency: 'USD', timeZone: 'America/New_York', timeZoneId: 7 },
  { currency: 'GBP', timeZone: 'Europe/London', timeZoneId: 55 },
] as const;

/** Eight digits, four from the seed and four from the index. Ids differ between seeds and are unique within a seed. */
export const digits = (seed: number, index: number): string =>
  `${integer(0, 9999, seed, 'meta id')}`.padStart(4, '0') + `${index + 1}`.padStart(4, '0');

/** Above 2^53, like Meta's ids. A client that parses one as a number gets another id. */
export const adObjectId = (seed: number, account: number, kind: number, number: number): string =>
  `120210${digits(seed, account)}${kind}${String(number).padStart(3, '0')}`;

const createAd = (seed: number, account: number, number: number, rests: boolean): MetaAd => {
  const node = (kind: number, names: readonly string[]): MetaNode => ({
    id: adObjectId(seed, account, kind, number + 1),
    // Uses adjacent entries, so that the two ads of an account never share a name.
    name: names[(hash(seed, 'meta name', account, kind) + number) % names.length] ?? '',
  });
  return {
    ...node(4, adNames),
    adSet: node(3, adSets),
    campaign: node(2, campaigns),
    publisherPlatform: pick(platforms.slice(0, 2 + number), seed, 'meta platform', account, number),
    restDay: rests ? integer(0, 6, seed, 'meta rest', account, number) : undefined,
    status: 'ACTIVE',
    endDay: undefined,
    planted: undefined,
  };
};

const createMoreAds = (seed: number, account: number, number: number, first: MetaAd): MetaAd[] => {
  const place = 10 * (number + 1);
  const second = { id: adObjectId(seed, account, 3, place + 1), name: `${first.adSet.name} | Retargeting` };
  return moreAds.map(({ name, status, set, hasDelivered }, index) => ({
    ...first,
    id: adObjectId(seed, account, 4, place + index),
    name,
    adSet: set === 0 ? first.adSet : second,
    status,
    endDay: hasDelivered ? firstEndDay + integer(0, 29, seed, 'meta end', account, number, index) : 0,
  }));
};

const createAccount = (seed: number, index: number, place: (typeof places)[number]): MetaAdAccount => {
  const position = index % places.length;
  const copy = Math.floor(index / places.length);
  const trade = trades[(hash(seed, 'meta trade') + position) % trades.length] ?? '';
  const name = `Sandbox ${trade}${copy > 0 ? ` ${copy + 1}` : ''}`;
  const adsPerAccount = [2, 0, 1][position] ?? 0;
  const ads = Array.from({ length: adsPerAccount }, (_, number) => createAd(seed, index, number, position === 2));
  return {
    ...place,
    id: `9001${digits(seed, index)}`,
    name,
    amountSpent: integer(100_000, 900_000, seed, 'meta spent', index),
    business: { id: `3300000${digits(seed, index)}`, name: `${name} Group` },
    ads,
    allAds: ads.flatMap((ad, number) => [ad, ...createMoreAds(seed, index, number, ad)]),
  };
};

/**
 * Three ad accounts per unit of scale. The first has two ads that deliver daily, the second has none, and the third has an
 * ad that delivers on six of seven days. So any seven days have 14, 0 and 6 daily rows.
 */
export const createMetaData = (seed: number, scale: number): MetaData => {
  const accounts = Array.from({ length: scale }, (_, copy) =>
    places.map((place, position) => createAccount(seed, copy * places.length + position, place)),
  );
  return { accounts: accounts.flat() };
};

/** Metrics of an ad on a day; undefined without delivery, because Meta has no row then. */
export const deliveryOf = (seed: number, ad: MetaAd, dayNumber: number): MetaDelivery | undefined => {
  if (ad.planted) {
    const delivery = plantedDay(seed, ad.id, ad.planted, dayNumber);
    return delivery.impressions > 0 ? { ...delivery, linkClicks: delivery.clicks } : undefined;
  }
  if (ad.restDay === dayNumber % 7 || (ad.endDay !== undefined && dayNumber >= ad.endDay)) return undefined;
  const usual = integer(900, 5200, seed, ad.id, 'impressions');
  const impressions = Math.round((usual * integer(75, 125, seed, ad.id, dayNumber, 'impressions')) / 100);
  const clicks = Math.round((impressions * integer(8, 22, seed, ad.id, dayNumber, 'clicks')) / 1000);
  // On some days nobody clicks the link, so that rows omit fields with the value zero.
  const follows = integer(0, 6, seed, ad.id, dayNumber, 'follows') > 0;
  const linkClicks = follows ? Math.ceil((clicks * integer(30, 80, seed, ad.id, dayNumber, 'link')) / 100) : 0;
  return {
    impressions,
    clicks,
    linkClicks,
    leads: Math.min(linkClicks, integer(0, 6, seed, ad.id, dayNumber, 'leads')),
    spendCents: Math.round((impressions * integer(280, 520, seed, ad.id, dayNumber, 'spend')) / 1000),
  };
};
