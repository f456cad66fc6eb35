import type { LineColor } from '#client/components/trend/TrendLine.ts';
import type { PlatformId } from '#shared/platforms.ts';

/** Each platform's color in charts, independent of its position. */
export const platformColors: Readonly<Record<PlatformId, LineColor>> = {
  facebook: 'text-series-1',
  google: 'text-series-2',
  tiktok: 'text-series-3',
};
