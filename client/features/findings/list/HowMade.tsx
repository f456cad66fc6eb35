import { useInsightsSummary } from '../findings.api.ts';

/** How findings are made, in one line. */
export const HowMade = () => {
  const { data } = useInsightsSummary();
  return (
    <p className="text-xs text-pretty text-muted">
      Findings are computed from your stored figures by fixed rules: the same figures give the same findings.{' '}
      {data?.writtenBy === 'model'
        ? 'A language model phrased the summary, and nothing else.'
        : 'No language model is involved.'}
    </p>
  );
};
