import type * as z from 'zod';
import { accountUsage, appUsage, businessUsage, insightsThrottle } from './types.ts';

/** How much of its allowance was used, and when a blocked one opens again. */
export type Usage = {
  /** The highest of what concerns the ad account or the person. */
  percent: number;
  /** The highest of what all people of the app share. */
  appPercent: number;
  /** 0 where the headers do not say. */
  regainMs: number;
};

/** Meta: slow down from 75 percent; at 100 calls are refused. */
export const slowDownPercent = 75;
export const refusedPercent = 100;
/** Meta: the shortest block, of the full tier, lasts a minute. */
export const shortestBlockMs = 60_000;
const longestSpacingMs = { interactive: 2_000, background: 10_000 } as const;

/** Reads the usage headers. Meta: JSON in headers instead of `Retry-After`; one counts in minutes, another in seconds. */
export const readUsage = (headers: Headers): Usage => {
  const business = Object.values(read(headers, 'x-business-use-case-usage', businessUsage) ?? {}).flat();
  const account = read(headers, 'x-ad-account-usage', accountUsage);
  const app = read(headers, 'x-app-usage', appUsage);
  const throttle = read(headers, 'x-fb-ads-insights-throttle', insightsThrottle);
  return {
    percent: Math.max(
      0,
      ...business.flatMap((use) => [use.call_count, use.total_cputime, use.total_time]),
      account?.acc_id_util_pct ?? 0,
      throttle?.acc_id_util_pct ?? 0,
    ),
    appPercent: Math.max(
      0,
      app?.call_count ?? 0,
      app?.total_cputime ?? 0,
      app?.total_time ?? 0,
      throttle?.app_id_util_pct ?? 0,
    ),
    regainMs: Math.max(
      0,
      ...business.map((use) => use.estimated_time_to_regain_access * 60_000),
      (account?.reset_time_duration ?? 0) * 1000,
    ),
  };
};

/** Pause before the next call: none below 75 percent, then growing up to the longest one near 100. */
export const spacingMs = (percent: number, patience: keyof typeof longestSpacingMs): number => {
  const share = (percent - slowDownPercent) / (refusedPercent - slowDownPercent);
  return Math.round(longestSpacingMs[patience] * Math.min(1, Math.max(0, share)));
};

/** A header that is not what it should be tells nothing, and is no reason to lose the answer it came with. */
const read = <T>(headers: Headers, name: string, schema: z.ZodType<T>): T | undefined => {
  const text = headers.get(name);
  if (text === null) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
