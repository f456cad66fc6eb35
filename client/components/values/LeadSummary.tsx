import { formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import { NoValue } from './NoValue.tsx';

type LeadSummaryProps = { lead: { name: string; formName: string | null; createdAt: string } };

/** Name, form and age of a lead, for a line of a list. */
export const LeadSummary = ({ lead: { name, formName, createdAt } }: LeadSummaryProps) => (
  <>
    <span className="min-w-0 flex-1">
      <span dir="auto" className="block w-fit max-w-full truncate text-start font-medium">
        {name === '' ? <NoValue /> : name}
      </span>
      {formName !== null && (
        <span dir="auto" className="block w-fit max-w-full truncate text-start text-xs text-muted">
          {formName}
        </span>
      )}
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
