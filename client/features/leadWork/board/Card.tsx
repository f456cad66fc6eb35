import { formatLongDateTime, formatMoney, formatRelative } from '#client/lib/format.ts';
import { sourceNames } from '#shared/sourceNames.ts';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';

type CardBodyProps = { lead: WorkedLead; assigneeName: string | null };

/** What a card of the board says below the name of its lead. */
export const CardBody = ({ lead, assigneeName }: CardBodyProps) => {
  const { list, formName, createdAt, value } = lead;
  return (
    <>
      <span className="block truncate text-xs text-muted">
        {[sourceNames[list], formName].filter((part) => part !== null).join(' · ')}
      </span>
      <span className="mt-1.5 flex items-center justify-between gap-2 text-xs text-muted">
        <span dir="auto" className="truncate">
          {assigneeName ?? 'Nobody'}
        </span>
        <time dateTime={createdAt} title={formatLongDateTime(createdAt)} className="shrink-0">
          {formatRelative(createdAt)}
        </time>
      </span>
      {value && (
        <span className="mt-1 block text-xs font-medium tabular-nums">{formatMoney(value.amount, value.currency)}</span>
      )}
    </>
  );
};

export const cardStyles = 'w-full rounded-md border border-hairline bg-surface p-2.5 text-left text-[13px]';

export const cardName = ({ name }: WorkedLead): string => name || 'Without a name';
