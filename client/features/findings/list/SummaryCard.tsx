import { Card } from '#client/components/layout/Card.tsx';
import { StaleBanner } from '#client/components/states/StaleBanner.tsx';
import { formatDay } from '#client/lib/format.ts';
import { useInsightsSummary } from '../findings.api.ts';

/** A short summary of the week, if one is available. */
export const SummaryCard = () => {
  const { data, error, isFetching, refetch } = useInsightsSummary();
  if (error)
    return (
      <StaleBanner onRetry={() => void refetch()} isRetrying={isFetching}>
        The summary of the week could not be loaded.
      </StaleBanner>
    );
  if (!data) return null;
  return (
    <Card>
      <h2 className="mb-1 font-semibold">The week of {formatDay(data.week)}</h2>
      <p className="max-w-4xl text-pretty wrap-anywhere whitespace-pre-line">{data.text}</p>
    </Card>
  );
};
