import type { Tone } from '#client/components/values/Badge.tsx';
import type { AdLevel, AdStatus, Comparison } from '#shared/campaigns.ts';
import { platformFacts } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

export const levelTitles: Readonly<Record<AdLevel, string>> = { campaign: 'Campaigns', adset: 'Ad sets', ad: 'Ads' };

/** What a platform calls one object of a level. */
export const levelName = (platform: PlatformId, level: AdLevel): string => {
  if (level === 'campaign') return 'Campaign';
  if (level === 'ad') return 'Ad';
  return platformFacts[platform].adSetName;
};

export const statusLooks: Readonly<Record<AdStatus, { label: string; tone: Tone }>> = {
  delivering: { label: 'Delivering', tone: 'success' },
  learning: { label: 'Learning', tone: 'success' },
  paused: { label: 'Paused', tone: 'neutral' },
  'in-review': { label: 'In review', tone: 'warning' },
  refused: { label: 'Rejected', tone: 'danger' },
  'out-of-budget': { label: 'Out of budget', tone: 'warning' },
  ended: { label: 'Ended', tone: 'neutral' },
  deleted: { label: 'Deleted', tone: 'neutral' },
  other: { label: 'Other', tone: 'neutral' },
};

export const comparisonLabels: Readonly<Record<Comparison, string>> = {
  previous: 'Previous range',
  weekdays: 'Same weekdays before',
  year: 'Last year',
};

/** `OUTCOME_LEADS` as `Outcome leads`. Other texts stay as they are. */
export const inWords = (text: string): string => {
  if (!/^[A-Z\d]+(?:_[A-Z\d]+)*$/.test(text)) return text;
  const words = text.toLowerCase().replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};
