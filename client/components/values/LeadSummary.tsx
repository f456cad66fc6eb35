import { OneLine } from '#client/components/values/OneLine.tsx';
import { formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import { NoValue } from './NoValue.tsx';

type LeadSummaryProps = { lead: { name: string; formName: string | null; createdAt: string } };

/** Name, form and age of a lead, for a line of a list. */
export const LeadSummary = ({ lead: { name, formName, createdAt } }: LeadSummaryProps) => (
  <>
    <span className="min-w-0 flex-1">
      <OneLine className="font-medium">{name === '' ? <NoValue /> : name}</OneLine>
      {formName !== null && <OneLine className="text-xs text-muted">{formName}</OneLine>}
    </span>
    <time
      dateTime={createdAt}
      title={formatLongDateTime(createdAt)}
      className="shrink-0 text-xs text-muted tabular-nums"
    >
      {formatRelative(createdAt)}
    </time>
  </>
);
