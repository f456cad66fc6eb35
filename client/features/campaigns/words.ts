import type { Tone } from '#client/components/values/Badge.tsx';
import { adLevelNames } from '#shared/campaigns.ts';
import type { AdLevel, AdStatus, Comparison } from '#shared/campaigns.ts';
import { platformFacts } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

export const levelTitles: Readonly<Record<AdLevel, string>> = { campaign: 'Campaigns', adset: 'Ad sets', ad: 'Ads' };

/** The platform's name for an object of a level. */
export const levelName = (platform: PlatformId, level: AdLevel): string => {
  return level === 'adset' ? platformFacts[platform].adSetName : adLevelNames[level];
};

export const statusTones: Readonly<Record<AdStatus, Tone>> = {
  delivering: 'success',
  learning: 'success',
  paused: 'neutral',
  'in-review': 'warning',
  refused: 'danger',
  'out-of-budget': 'warning',
  ended: 'neutral',
  deleted: 'neutral',
  other: 'neutral',
};

export const comparisonLabels: Readonly<Record<Comparison, string>> = {
  previous: 'Previous range',
  weekdays: 'Same weekdays before',
  year: 'Last year',
};

/** `OUTCOME_LEADS` as `Outcome leads`. Other texts stay unchanged. */
export const inWords = (text: string): string => {
  if (!/^[A-Z\d]+(?:_[A-Z\d]+)*$/.test(text)) return text;
  const words = text.toLowerCase().replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};
