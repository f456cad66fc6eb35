import { CircleDashed } from 'lucide-react';
import { NamedIcon } from '#client/components/marks/NamedIcon.tsx';
import { Suspense } from 'react';
import { CutMiddle } from '#client/components/values/CutMiddle.tsx';
import { cn } from '#client/lib/cn.ts';
import { describeRange } from '#client/lib/describeRange.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import type { CampaignRow } from '#shared/contracts/campaigns.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { levelName } from '../words.ts';
import { RowChange, RowFigures } from './RowFigures.tsx';

const CampaignFindings = lazyScreen(
  async () => (await import('#client/features/findings/elsewhere.ts')).CampaignFindings,
);

type NameCellProps = {
  row: CampaignRow;
  depth: number;
  /** The days that may still change. */
  unsettled: DateRange | null;
  /** Shows the figures, because there are no columns. */
  hasFigures: boolean;
  onSelect: () => void;
};

/** Indents by depth. Tailwind needs complete class names. */
const indents = ['', 'pl-5', 'pl-10'];

/** `without an ad group`. */
const without = ({ platform, level }: CampaignRow): string => `without an ${levelName(platform, level).toLowerCase()}`;

/** An account's name is not repeated where a name says it already. */
const subtitleOf = (row: CampaignRow, depth: number): string => {
  const { platform, level, kind, name, accountName, campaignName } = row;
  if (kind === 'rest') return depth > 0 ? without(row) : `${accountName} · ${without(row)}`;
  if (depth > 0) return levelName(platform, level);
  const isSaid = (campaignName ?? name).startsWith(accountName);
  return [campaignName, isSaid ? null : accountName].filter((part) => part !== null).join(' · ');
};

/** Name, platform and account of a row. The name opens the detail. */
export const NameCell = ({ row, depth, unsettled, hasFigures, onSelect }: NameCellProps) => {
  const subtitle = subtitleOf(row, depth);
  return (
    <span className={cn('flex items-start gap-2', indents[depth])}>
      {depth === 0 && (
        <span className="mt-0.5 pointer-coarse:mt-1.5">
          <NamedIcon platform={row.platform} />
        </span>
      )}
      <span className="min-w-0 flex-1">
        {row.kind === 'rest' ? (
          <span className="block text-muted italic">{row.name}</span>
        ) : (
          <button
            type="button"
            dir="auto"
            title={row.name}
            onClick={onSelect}
            className="block max-w-full rounded-sm text-start font-medium underline-offset-3 hover:underline pointer-coarse:min-h-7"
          >
            <CutMiddle text={row.name} />
          </button>
        )}
        <span className="flex items-center gap-1 text-xs leading-4 text-muted">
          <span title={subtitle} className="truncate">
            {subtitle}
          </span>
          {row.level === 'campaign' && row.kind === 'object' && (
            <Suspense>
              <CampaignFindings campaign={row} />
            </Suspense>
          )}
          {unsettled && (
            <span title={`${describeRange(unsettled)} may still change`} className="shrink-0">
              <CircleDashed aria-hidden="true" className="size-3" />
              <span className="sr-only">, {describeRange(unsettled)} may still change</span>
            </span>
          )}
          {hasFigures && <RowChange {...row} />}
        </span>
        {hasFigures && <RowFigures {...row} />}
      </span>
    </span>
  );
};
