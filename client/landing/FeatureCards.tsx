import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { PlatformMark } from './PlatformMark.tsx';

const features: Record<PlatformId, { text: string; points: string[] }> = {
  google: {
    text: 'Campaigns of your Google Ads customers, down to the single ad.',
    points: [
      'Spend, clicks, impressions and leads per day',
      'Several customer accounts in one table',
      'Status of campaign, ad set and ad',
    ],
  },
  facebook: {
    text: 'Insights of your Facebook and Instagram ads, account after account.',
    points: [
      'Every ad with its ad set and campaign',
      'Link clicks and leads beside the spend',
      'Large accounts arrive dataset by dataset',
    ],
  },
  tiktok: {
    text: 'Campaigns of your TikTok advertisers, with the figures behind them.',
    points: [
      'Budget, objective and status at a glance',
      'Reach, conversions and cost per click',
      'All advertisers of a connection together',
    ],
  },
};

export const FeatureCards = () => (
  <section aria-labelledby="features" className="border-y bg-surface">
    <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6 md:py-20">
      <h2 id="features" className="text-2xl font-semibold tracking-tight sm:text-3xl">
        Three platforms, one way to look at them
      </h2>
      <p className="mt-3 max-w-2xl text-base text-muted">
        Grant access in a popup, pick the accounts that matter, choose the days. What you see is what lands in your
        spreadsheet.
      </p>
      <ul className="mt-10 grid gap-4 md:grid-cols-3">
        {platformIds.map((platform) => (
          <li key={platform} className="rounded-md border bg-bg p-6">
            <PlatformMark platform={platform} className="size-7" />
            <h3 className="mt-5 text-lg font-semibold">{platformNames[platform]}</h3>
            <p className="mt-1.5 text-sm text-muted">{features[platform].text}</p>
            <ul className="mt-5 space-y-2.5 border-t pt-5 text-sm">
              {features[platform].points.map((point) => (
                <li key={point} className="flex gap-2.5">
                  <svg viewBox="0 0 16 16" className="mt-0.5 size-4 flex-none" aria-hidden="true">
                    <path d="m3.5 8.5 3 3 6-7" className="fill-none stroke-accent-text" strokeWidth="1.6" />
                  </svg>
                  {point}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  </section>
);
