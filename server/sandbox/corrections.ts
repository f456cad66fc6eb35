import type { PlatformId } from '#shared/platforms.ts';

/** Changes that a platform makes to a past day, such as late conversions or refunded clicks. Negative numbers subtract. */
export type CorrectedMetrics = {
  /** In the account's currency. */
  spend: number;
  clicks: number;
  conversions: number;
};

/** Body of `POST /control/corrections`. A correction of a campaign belongs to none of its ads. */
export type CorrectionOrder = Partial<CorrectedMetrics> & {
  accountId: string;
  adId?: string | undefined;
  campaignId?: string | undefined;
  /** Days since 1970-01-01. */
  dayNumber: number;
};

/** Corrections of past days. All reports on the object and its campaign include them. */
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
    /** Sum of these objects' corrections on a day; undefined without corrections. */
    of(platform: PlatformId, ids: readonly string[], dayNumber: number): CorrectedMetrics | undefined {
      if (known.size === 0) return undefined;
      return ids
        .map((id) => known.get(keyOf(platform, id, dayNumber)))
        .reduce<CorrectedMetrics | undefined>((total, each) => (each ? sum(total, each) : total), undefined);
    },
  };
};
