import { ChevronDown, ChevronUp, ExternalLink, X } from 'lucide-react';
import { useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { IconButton } from '#client/components/buttons/IconButton.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { StatusDot } from '#client/components/values/StatusDot.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { campaignPath } from '#client/lib/address/campaignsAddress.ts';
import { useMediaQuery } from '#client/lib/hooks/useMediaQuery.ts';
import { useRememberedPlace } from '#client/stores/recentStore.ts';
import { adStatusNames } from '#shared/campaigns.ts';
import type { CampaignAccount, CampaignRow } from '#shared/contracts/campaigns.ts';
import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import { useCampaign } from '../campaigns.api.ts';
import { readRowKey, rowKey } from '#client/lib/address/rowKey.ts';
import type { RowId } from '#client/lib/address/rowKey.ts';
import type { CampaignsView } from '../useCampaignsAddress.ts';
import { levelName, statusTones } from '../words.ts';
import { DetailBody } from './DetailBody.tsx';
import { Sheet } from '#client/components/overlays/Sheet.tsx';
import { useDetailKeys } from './useDetailKeys.ts';
import type { DetailKeys } from './useDetailKeys.ts';

type DetailPanelProps = {
  view: CampaignsView;
  rowKey: string;
  /** The row in the table, if the table shows it. */
  known: CampaignRow | undefined;
  accounts: readonly CampaignAccount[];
  /** The neighbors in the table; null at its ends and where its rows are not loaded. */
  previous: string | null;
  next: string | null;
  onClose: () => void;
};

const linkStyles = 'max-w-full truncate rounded-sm hover:text-fg hover:underline';

/** The parent campaign and ad set of a row. */
const Parents = ({ row, onOpen }: { row: CampaignRow; onOpen: (key: string) => void }) => {
  const { platform, campaignId, campaignName, adSetId, adSetName } = row;
  const parents = [
    { level: 'campaign', id: campaignId, name: campaignName },
    { level: 'adset', id: adSetId, name: adSetName },
  ] as const;
  return parents.map(
    ({ level, id, name }) =>
      id !== null &&
      id !== row.id && (
        <button
          key={level}
          type="button"
          title={name ?? undefined}
          onClick={() => onOpen(rowKey({ platform, level, id }))}
          className={linkStyles}
        >
          {name ?? id} ›
        </button>
      ),
  );
};

const DetailSkeleton = () => (
  <div className="grid animate-appear gap-6 p-4" aria-hidden="true">
    <Skeleton className="h-28 w-full" />
    <Skeleton className="h-44 w-full" />
    <Skeleton className="h-44 w-full" />
  </div>
);

const Detail = ({
  id,
  view,
  known,
  accounts,
  onMove,
  previous,
  next,
  onClose,
}: Omit<DetailPanelProps, 'rowKey'> & DetailKeys & { id: RowId }) => {
  const { data, error, isFetching, refetch } = useCampaign(id, view);
  const row = data?.row ?? known;
  useRememberedPlace(campaignPath(id), row?.name);
  return (
    <>
      <header className="shrink-0 border-b border-hairline py-3 pr-2 pl-4">
        <div className="flex items-start justify-between gap-2">
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 pt-1.5 text-xs text-muted">
            <PlatformIcon platform={id.platform} className="size-4 shrink-0" />
            {levelName(id.platform, id.level)}
            {row && (
              <StatusDot tone={statusTones[row.status]}>
                <span className="text-xs">{adStatusNames[row.status]}</span>
              </StatusDot>
            )}
          </p>
          <div className="flex shrink-0">
            {data && (
              <a
                href={data.url}
                target="_blank"
                rel="noreferrer"
                aria-label={`Open in ${platformNames[id.platform]}`}
                title={`Open in ${platformNames[id.platform]}`}
                className={buttonStyles({ variant: 'ghost', size: 'iconSm' })}
              >
                <ExternalLink aria-hidden="true" className="size-4" />
              </a>
            )}
            <IconButton
              label="Previous row"
              icon={<ChevronUp />}
              size="iconSm"
              disabled={previous === null}
              onClick={() => onMove(-1)}
            />
            <IconButton
              label="Next row"
              icon={<ChevronDown />}
              size="iconSm"
              disabled={next === null}
              onClick={() => onMove(1)}
            />
            <IconButton label="Close" icon={<X />} size="iconSm" onClick={onClose} />
          </div>
        </div>
        <h2 className="pr-2 text-[15px] font-semibold wrap-anywhere">{row?.name ?? 'Details'}</h2>
        {row && (
          <div className="flex flex-wrap gap-x-1 pr-2 text-xs text-muted">
            <Parents row={row} onOpen={view.setRow} />
            <span dir="auto" className="truncate">
              {row.accountName}
            </span>
          </div>
        )}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {data ? (
          <DetailBody detail={data} view={view} accounts={accounts} />
        ) : error ? (
          <div className="p-4">
            <ErrorPanel
              message={messageOf(error, messages.campaigns.detailFailed)}
              onRetry={() => void refetch()}
              isRetrying={isFetching}
            />
          </div>
        ) : (
          <DetailSkeleton />
        )}
      </div>
    </>
  );
};

const Focusable = ({ panel, children }: { panel: RefObject<HTMLDivElement | null>; children: ReactNode }) => (
  <div ref={panel} tabIndex={-1} className="flex h-full min-h-0 flex-col -outline-offset-2">
    {children}
  </div>
);

/** Row details: to the right of the table, or in a sheet above the table if there is no room. */
export const DetailPanel = ({ rowKey: key, ...rest }: DetailPanelProps) => {
  const hasRoom = useMediaQuery('(min-width: 80rem)');
  const panel = useRef<HTMLDivElement>(null);
  const onMove = (by: -1 | 1): void => {
    const neighbor = by === 1 ? rest.next : rest.previous;
    if (neighbor !== null) rest.view.setRow(neighbor);
  };
  useDetailKeys(panel, key, { onMove, onClose: rest.onClose });
  const id = readRowKey(key);
  if (!id) return null;
  const detail = (
    <Focusable panel={panel}>
      <Detail key={key} {...rest} onMove={onMove} id={id} />
    </Focusable>
  );
  if (!hasRoom)
    return (
      <Sheet label="Details" onClose={rest.onClose}>
        {detail}
      </Sheet>
    );
  return (
    <aside
      aria-label="Details"
      className="flex w-96 shrink-0 flex-col overflow-hidden rounded-md border border-hairline bg-surface 2xl:w-120 print:hidden"
    >
      {detail}
    </aside>
  );
};
