import type { PlatformId } from '#shared/platforms.ts';

/** What a platform adds to a day afterwards: late conversions, refunded clicks. Negative numbers take away. */
export type CorrectedMetrics = {
  /** Units of the account's currency. */
  spend: number;
  clicks: number;
  conversions: number;
};

/** `POST /control/corrections`. With a campaign instead of an ad, no ad explains the difference. */
export type CorrectionOrder = Partial<CorrectedMetrics> & {
  accountId: string;
  adId?: string | undefined;
  campaignId?: string | undefined;
  /** Days since 1970-01-01. */
  dayNumber: number;
};

/** Corrections of past days, which all reports of the object and of its campaign include. */
export type Corrections = ReturnType<typeof createCorrections>;

const sum = (one: CorrectedMetrics | undefined, other: Partial<CorrectedMetrics>): CorrectedMetrics => ({
  spend: (one?.spend ?? 0) + (other.spend ?? 0),
  clicks: (one?.clicks ?? 0) + (other.clicks ?? 0),
  conversions: (one?.conversions ?? 0) + (other.conversions ?? 0),
});

export const createCorrections = () => {
  const known = new Map<string, CorrectedMetrics>();
  const keyOf = (platform: PlatformId, id: string, dayNumber: number): string => `${platform} ${id} ${dayNumber}`;
  return {
    add(platform: PlatformId, { adId, campaignId, dayNumber, ...metrics }: CorrectionOrder): void {
      const key = keyOf(platform, adId ?? campaignId ?? '', dayNumber);
      known.set(key, sum(known.get(key), metrics));
    },
    isEmpty: (): boolean => known.size === 0,
    /** Sum of the corrections of these objects on one day; undefined: none. */
    of(platform: PlatformId, ids: readonly string[], dayNumber: number): CorrectedMetrics | undefined {
      if (known.size === 0) return undefined;
      return ids
        .map((id) => known.get(keyOf(platform, id, dayNumber)))
        .reduce<CorrectedMetrics | undefined>((total, each) => (each ? sum(total, each) : total), undefined);
    },
  };
};
