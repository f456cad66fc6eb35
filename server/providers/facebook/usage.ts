import type * as z from 'zod';
import { accountUsage, appUsage, businessUsage, insightsThrottle } from './types.ts';

/** Used share of the quota, and when a block ends. */
export type Usage = {
  /** Highest usage of the ad account or the person. */
  percent: number;
  /** Highest usage shared by all users of the app. */
  appPercent: number;
  /** 0 if the headers do not say. */
  regainMs: number;
};

/** Meta: slow down from 75 percent; at 100 calls are refused. */
export const slowDownPercent = 75;
export const refusedPercent = 100;
/** Meta: the shortest block (full tier) lasts a minute. */
export const shortestBlockMs = 60_000;
const longestSpacingMs = { interactive: 2_000, background: 10_000 } as const;

/**
 * Parses the usage headers. Meta sends JSON headers instead of `Retry-After`; one counts in minutes, another in
 * seconds.
 */
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

/** Pause before the next call: none below 75 percent, then growing to the longest near 100. */
export const spacingMs = (percent: number, patience: keyof typeof longestSpacingMs): number => {
  const share = (percent - slowDownPercent) / (refusedPercent - slowDownPercent);
  return Math.round(longestSpacingMs[patience] * Math.min(1, Math.max(0, share)));
};

/** An invalid header is ignored, so that its response is not lost. */
const read = <T>(headers: Headers, name: string, schema: z.ZodType<T>): T | undefined => {
  const text = headers.get(name);
  if (text === null) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
