import { useState } from 'react';
import { Select } from '#client/components/forms/Select.tsx';
import { Segments } from '#client/components/layout/Segments.tsx';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { cn } from '#client/lib/cn.ts';
import { formatLongDateTime } from '#client/lib/format.ts';
import type { ResponseGrouping } from '#shared/contracts/responses.ts';
import { localDay, quickSelectRange, quickSelects } from '#shared/lib/dateRange.ts';
import type { QuickSelectId } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import { useResponseTimes } from './responses.api.ts';
import { ResponseTimesTable } from './ResponseTimesTable.tsx';

const groupings = [
  { id: 'form', label: 'Form' },
  { id: 'campaign', label: 'Campaign' },
  { id: 'person', label: 'Person' },
] as const satisfies readonly { id: ResponseGrouping; label: string }[];

/** Shows how long leads waited for a first response. */
export const ResponseTimesDialog = ({ onClose }: { onClose: () => void }) => {
  const [by, setBy] = useState<ResponseGrouping>('form');
  const [today] = useState(() => localDay(new Date()));
  const [period, setPeriod] = useState<QuickSelectId>('last30Days');
  const { data, error, isFetching, isPlaceholderData, refetch } = useResponseTimes(quickSelectRange(period, today), by);
  return (
    <Dialog title="Response Times" onClose={onClose}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Select
          aria-label="Leads that arrived"
          className="w-44"
          value={period}
          onChange={({ target }) => setPeriod(quickSelects.find(({ id }) => id === target.value)?.id ?? period)}
        >
          {quickSelects.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
        <Segments label="Group by" options={groupings} selected={by} onSelect={setBy} />
      </div>
      {data ? (
        <div aria-busy={isPlaceholderData} className={cn('transition-opacity', isPlaceholderData && 'opacity-60')}>
          <ResponseTimesTable times={data} title={groupings.find(({ id }) => id === by)?.label ?? ''} />
          <p className="mt-3 text-xs text-pretty text-muted">
            From the arrival of a lead until the first change of its status or the first note, in office hours where the
            workspace has any. Counts leads of lead forms since {formatLongDateTime(data.since)}.
          </p>
        </div>
      ) : error ? (
        <ErrorPanel
          message={messageOf(error, messages.responses.timesFailed)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  );
};
