import { CircleCheck, Hourglass, SearchX } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import type { Findings } from '#shared/contracts/findings.ts';
import type { FindingsAddress } from '../useFindingsAddress.ts';
import { WatchedLine } from './WatchedLine.tsx';

type FindingsEmptyProps = { address: FindingsAddress; data: Findings };

/** Explains why the list is empty, and what was checked. */
export const FindingsEmpty = ({ address, data }: FindingsEmptyProps) => {
  const { hasFilters, clearFilters, page, setPage, state } = address;
  const { watched, totalItems } = data;
  if (totalItems > 0)
    return (
      <EmptyState
        title={`There is no page ${page} any more`}
        action={<Button onClick={() => setPage(1)}>Back to the first page</Button>}
      />
    );
  if (hasFilters)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No findings match these filters"
        action={<Button onClick={clearFilters}>Clear filters</Button>}
      />
    );
  if (watched.checkedAt === null)
    return (
      <EmptyState icon={<Hourglass />} title="Nothing checked yet" description={<WatchedLine watched={watched} />} />
    );
  return (
    <EmptyState
      icon={<CircleCheck />}
      title={state === 'open' ? 'Nothing needs you' : 'No finding has ended yet'}
      description={<WatchedLine watched={watched} />}
    />
  );
};
