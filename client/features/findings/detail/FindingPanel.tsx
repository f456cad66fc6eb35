import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { IconButton } from '#client/components/buttons/IconButton.tsx';
import { Sheet } from '#client/components/overlays/Sheet.tsx';
import { Banner } from '#client/components/states/Banner.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { formatDay, formatMoney } from '#client/lib/format.ts';
import type { Finding, FindingDetail } from '#shared/contracts/findings.ts';
import { messages } from '#shared/messages.ts';
import { FindingFacts } from '../FindingFacts.tsx';
import { useFinding } from '../findings.api.ts';
import { FindingSentence } from '../FindingSentence.tsx';
import { endWords, nextStepsOf } from '../words.ts';
import { FindingChart } from './FindingChart.tsx';
import { FindingLinks } from './FindingLinks.tsx';
import { HowWeKnow } from './HowWeKnow.tsx';
import { MarkActions } from './MarkActions.tsx';
import { Parts } from './Parts.tsx';

type FindingPanelProps = {
  id: string;
  /** The finding as the list shows it, if it does. */
  known: Finding | undefined;
  /** Ids of the neighbors in the list; null: none. */
  previous: string | null;
  next: string | null;
  onMove: (id: string) => void;
  onClose: () => void;
};

const Body = ({ finding }: { finding: FindingDetail }) => (
  <div className="grid grid-cols-1 gap-6 p-4">
    {finding.ended && (
      <Banner>
        {endWords[finding.ended.why]} ({formatDay(finding.ended.on)}).
      </Banner>
    )}
    <FindingChart finding={finding} />
    {finding.stake !== null && (
      <p className="text-[13px]">
        <span className="font-semibold tabular-nums">{formatMoney(finding.stake, finding.currency)}</span>{' '}
        <span className="text-muted">at stake since {formatDay(finding.since)}</span>
      </p>
    )}
    <Parts finding={finding} />
    <HowWeKnow finding={finding} />
    <section>
      <h3 className="mb-2 text-[13px] font-semibold">What people usually do next</h3>
      <ul className="grid list-disc gap-1.5 pl-4 text-[13px] text-pretty">
        {nextStepsOf(finding).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </section>
    <FindingLinks finding={finding} />
  </div>
);

/** A finding with its days, its parts, how it is known, and what to do with it. */
export const FindingPanel = ({ id, known, previous, next, onMove, onClose }: FindingPanelProps) => {
  const { data, error, isFetching, refetch } = useFinding(id);
  const finding = data ?? known;
  return (
    <Sheet label="Finding" size="lg" onClose={onClose}>
      <div className="flex h-full min-h-0 flex-col">
        <header className="shrink-0 border-b border-hairline py-3 pr-2 pl-4">
          <div className="flex items-start justify-between gap-2">
            <div className="min-w-0 pt-2">{finding && <FindingFacts finding={finding} />}</div>
            <div className="flex shrink-0">
              <IconButton
                label="Previous finding"
                icon={<ChevronUp />}
                size="iconSm"
                disabled={previous === null}
                onClick={() => previous !== null && onMove(previous)}
              />
              <IconButton
                label="Next finding"
                icon={<ChevronDown />}
                size="iconSm"
                disabled={next === null}
                onClick={() => next !== null && onMove(next)}
              />
              <IconButton label="Close" icon={<X />} size="iconSm" onClick={onClose} />
            </div>
          </div>
          <h2 className="mt-1 pr-2 text-[15px] text-pretty">
            {finding ? <FindingSentence finding={finding} /> : 'Finding'}
          </h2>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto">
          {data ? (
            <Body finding={data} />
          ) : error ? (
            <div className="p-4">
              <ErrorPanel
                message={messageOf(error, messages.findings.detailFailed)}
                onRetry={() => void refetch()}
                isRetrying={isFetching}
              />
            </div>
          ) : (
            <div className="grid animate-appear gap-4 p-4" aria-hidden="true">
              <Skeleton className="h-50 w-full" />
              <Skeleton className="h-5 w-1/2" />
              <Skeleton className="h-28 w-full" />
            </div>
          )}
        </div>
        {finding && <MarkActions key={id} finding={finding} />}
      </div>
    </Sheet>
  );
};
