import { ShareBar } from '#client/components/values/ShareBar.tsx';
import { formatPercent } from '#client/lib/format.ts';
import { formatMetric } from '#client/lib/formatMetric.ts';
import { platformLooks } from '#client/platforms/platformLooks.ts';
import { adMetricFacts, adSumNames, childLevel } from '#shared/campaigns.ts';
import type { AdMetricName, AdSumName } from '#shared/campaigns.ts';
import type { CampaignDetail } from '#shared/contracts/campaigns.ts';
import { rowKey } from '#client/lib/address/rowKey.ts';
import { levelName } from '../words.ts';

/** Other children appear only as a count. */
const shownChildren = 8;

const isSum = (name: AdMetricName): name is AdSumName => adSumNames.some((sum) => sum === name);

type ChildSharesProps = {
  detail: CampaignDetail;
  /** The charted metric. Ratios have no shares, so the spend replaces them. */
  metric: AdMetricName;
  onOpen: (key: string) => void;
};

/** The share of each child in the total. */
export const ChildShares = ({ detail: { row, children }, metric, onOpen }: ChildSharesProps) => {
  const below = childLevel(row.level);
  if (below === undefined || children.length === 0) return null;
  const name = isSum(metric) ? metric : 'spend';
  const whole = children.reduce((sum, { sums }) => sum + sums[name], 0);
  const sorted = children.toSorted((one, other) => other.sums[name] - one.sums[name]);
  return (
    <section>
      <h3 className="mb-2 text-[13px] font-semibold">
        {levelName(row.platform, below)}s by {adMetricFacts[name].label.toLowerCase()}
      </h3>
      <ul className="grid gap-2.5">
        {sorted.slice(0, shownChildren).map((child) => {
          const share = whole > 0 ? child.sums[name] / whole : 0;
          return (
            <li key={`${child.kind} ${child.id}`} className="text-[13px]">
              <span className="mb-1 flex items-baseline justify-between gap-3">
                {child.kind === 'rest' ? (
                  <span className="text-muted italic">{child.name}</span>
                ) : (
                  <button
                    type="button"
                    title={child.name}
                    onClick={() => onOpen(rowKey(child))}
                    dir="auto"
                    className="min-w-0 truncate rounded-sm text-start hover:underline"
                  >
                    {child.name}
                  </button>
                )}
                <span className="shrink-0 tabular-nums">
                  {formatMetric(adMetricFacts[name], child.sums[name], child.currency)}{' '}
                  <span className="text-muted">{formatPercent(share * 100)}</span>
                </span>
              </span>
              <span className={platformLooks[row.platform].color}>
                <ShareBar share={share} />
              </span>
            </li>
          );
        })}
      </ul>
      {children.length > shownChildren && (
        <p className="mt-2 text-xs text-muted">and {children.length - shownChildren} more</p>
      )}
    </section>
  );
};
