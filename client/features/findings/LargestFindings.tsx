import { Link } from 'react-router-dom';
import { Button } from '#client/components/buttons/Button.tsx';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { Card } from '#client/components/layout/Card.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { formatInteger } from '#client/lib/format.ts';
import { messages } from '#shared/messages.ts';
import { findingPath } from '#client/lib/address/findingsAddress.ts';
import { routes } from '#shared/routes.ts';
import { FindingFacts } from './FindingFacts.tsx';
import { useLargestFindings } from './findings.api.ts';
import { FindingSentence } from './FindingSentence.tsx';
import { FindingsSkeleton } from './list/FindingsSkeleton.tsx';
import { WatchedLine } from './list/WatchedLine.tsx';
import { Stake } from './Stake.tsx';

/** The open findings with the most money at stake, for the Overview. */
export const LargestFindings = () => {
  const { data, error, isFetching, refetch } = useLargestFindings();
  return (
    <Card>
      <div className="mb-2 flex items-baseline justify-between gap-2">
        <h2 className="font-semibold">What needs you</h2>
        <Link to={routes.aiInsights.path} className={`${linkStyles} text-[13px]`}>
          {data && data.totalItems > data.findings.length
            ? `All ${formatInteger(data.totalItems)} findings`
            : 'AI Insights'}
        </Link>
      </div>
      {!data && !error && (
        <div className="-mx-4 -mb-4">
          <FindingsSkeleton count={3} />
        </div>
      )}
      {!data && error && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2 text-[13px]">
          {messageOf(error, messages.findings.failed)}
          <Button size="sm" onClick={() => void refetch()} isBusy={isFetching}>
            Retry
          </Button>
        </div>
      )}
      {data?.findings.length === 0 && (
        <p className="text-[13px] text-muted">
          {data.watched.checkedAt !== null && 'Nothing at the moment. '}
          <WatchedLine watched={data.watched} />
        </p>
      )}
      {data && data.findings.length > 0 && (
        <ul aria-label="Largest findings">
          {data.findings.map((finding) => (
            <li key={finding.id} className="flex gap-3 border-t border-hairline py-3 last:pb-0">
              <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
                <Link to={findingPath(finding.id)} className="text-pretty underline-offset-3 hover:underline">
                  <FindingSentence finding={finding} />
                </Link>
                <FindingFacts finding={finding} />
              </div>
              <Stake finding={finding} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};
