import { useId } from 'react';
import { Card } from '#client/components/layout/Card.tsx';
import { ShareBar } from '#client/components/values/ShareBar.tsx';
import { formatPercent } from '#client/lib/format.ts';
import type { Overview } from '#shared/contracts/overview.ts';
import { overviewLimits } from '#shared/limits.ts';
import { formatMetric } from '#client/lib/formatMetric.ts';
import { baseMetricsOf, metrics, valueOf } from './metrics.ts';
import type { Currency, Metric } from './metrics.ts';
import { NamedIcon } from '#client/components/marks/NamedIcon.tsx';
import { platformLooks } from '#client/platforms/platformLooks.ts';

type TopCampaignsProps = { overview: Overview; metric: Metric; currency: Currency };

const headStyles = 'w-24 pb-1.5 text-right text-xs font-medium text-muted';

/**
 * Campaigns with the largest values and their shares. Ranks ratios by their divisor, because ratios of small campaigns
 * mean little.
 */
export const TopCampaigns = ({ overview, metric, currency }: TopCampaignsProps) => {
  const titleId = useId();
  const base = metric.per ?? metric.base;
  const name = metrics.find(({ id }) => id === base)?.label.toLowerCase() ?? base;
  const whole = baseMetricsOf(overview.totals.current, metric, currency)[base];
  const rows = overview.campaigns
    .filter((campaign) => campaign[base] > 0 && (metric.kind !== 'money' || campaign.currency === currency))
    .toSorted((one, other) => other[base] - one[base])
    .slice(0, overviewLimits.campaigns);
  return (
    <Card className="min-w-0 flex-1">
      <h2 id={titleId} className="mb-2 font-semibold">
        Top campaigns by {name}
      </h2>
      {rows.length === 0 ? (
        <p className="py-6 text-center text-[13px] text-muted">No campaign had any {name} in these days.</p>
      ) : (
        <table aria-labelledby={titleId} className="w-full table-fixed text-[13px] tabular-nums">
          <thead>
            <tr>
              <th scope="col" className="pb-1.5 text-left text-xs font-medium text-muted">
                Campaign
              </th>
              <th scope="col" className={headStyles}>
                {metric.label}
              </th>
              <th scope="col" className={`${headStyles} max-sm:w-16 sm:w-36`}>
                Share<span className="max-sm:sr-only"> of {name}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((campaign) => {
              const { platform, accountId, accountName, campaignId, campaignName } = campaign;
              const share = campaign[base] / whole;
              return (
                <tr key={`${platform} ${accountId} ${campaignId}`} className="h-9 border-t">
                  <th scope="row" title={`${campaignName}, ${accountName}`} className="text-left font-normal">
                    <span className="flex items-center gap-2">
                      <NamedIcon platform={platform} />
                      <span dir="auto" className="truncate text-start">
                        {campaignName} <span className="text-xs text-muted">{accountName}</span>
                      </span>
                    </span>
                  </th>
                  <td className="text-right">{formatMetric(metric, valueOf(metric, campaign), currency)}</td>
                  <td className="text-right text-muted">
                    <span className={`float-left mt-1.5 ml-6 w-16 max-sm:hidden ${platformLooks[platform].color}`}>
                      <ShareBar share={share} />
                    </span>
                    {formatPercent(share * 100)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Card>
  );
};
