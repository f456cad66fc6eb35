import { DetailSheet } from '#client/components/overlays/DetailSheet.tsx';
import type { DetailPlace } from '#client/components/overlays/DetailSheet.tsx';
import { Banner } from '#client/components/states/Banner.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { findingPath } from '#client/lib/address/findingsAddress.ts';
import { formatDay, formatMoney } from '#client/lib/format.ts';
import { useRememberedPlace } from '#client/stores/recentStore.ts';
import type { Finding, FindingDetail } from '#shared/contracts/findings.ts';
import { findingSentence } from '#shared/findingSentence.ts';
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

type FindingPanelProps = DetailPlace & {
  id: string;
  /** The finding in the list, if the list shows it. */
  known: Finding | undefined;
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

/** A finding with its chart, its parts, its evidence and its actions. */
export const FindingPanel = ({ id, known, ...place }: FindingPanelProps) => {
  const query = useFinding(id);
  const finding = query.data ?? known;
  useRememberedPlace(findingPath(id), finding && findingSentence(finding).text);
  return (
    <DetailSheet
      noun="finding"
      size="lg"
      facts={finding && <FindingFacts finding={finding} />}
      title={<span className="text-pretty">{finding ? <FindingSentence finding={finding} /> : 'Finding'}</span>}
      query={query}
      failed={messages.findings.detailFailed}
      skeleton={
        <>
          <Skeleton className="h-50 w-full" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-28 w-full" />
        </>
      }
      body={query.data ? <Body finding={query.data} /> : null}
      footer={finding && <MarkActions key={id} finding={finding} />}
      {...place}
    />
  );
};
