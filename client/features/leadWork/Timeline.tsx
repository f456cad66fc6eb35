import { formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import type { LeadDetail } from '#shared/contracts/leadWork.ts';

type Entry = LeadDetail['entries'][number];

/** Describes the event, after the author's name. */
const words = ({ kind, note, before, after }: Entry): string => {
  if (kind === 'note') return 'wrote';
  if (kind === 'merged') return `merged ${after || 'a lead without a name'} into this lead`;
  if (kind === 'separated')
    return `separated ${after || 'a lead without a name'} again${before === null ? '' : `; later changes stayed here (${before})`}`;
  if (kind === 'added') return 'added the lead';
  if (kind === 'assignee') return after === null ? `unassigned ${before ?? 'a former member'}` : `assigned ${after}`;
  const name = kind === 'edited' ? (note ?? 'column') : kind;
  if (before === null) return `set the ${name} to ${after ?? ''}`;
  return after === null ? `removed the ${name} ${before}` : `changed the ${name} from ${before} to ${after}`;
};

const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatLongDateTime(at)} className="shrink-0 text-xs text-muted tabular-nums">
    {formatRelative(at)}
  </time>
);

/** The lead's history, newest first. */
export const Timeline = ({ entries, arrivedAt }: Pick<LeadDetail, 'entries'> & { arrivedAt: string }) => (
  <ol aria-label="Notes and changes" className="mt-3 grid gap-3">
    {entries.map((entry) => (
      <li key={entry.id} className="text-[13px]">
        <div className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 wrap-anywhere text-muted">
            <span className="font-medium text-fg">{entry.authorName ?? 'A former member'}</span> {words(entry)}
            {entry.mergedLead !== undefined && ', on a merged lead'}
          </span>
          <Time at={entry.at} />
        </div>
        {entry.kind === 'note' && <p className="mt-0.5 wrap-anywhere whitespace-pre-wrap">{entry.note}</p>}
      </li>
    ))}
    <li className="flex items-baseline justify-between gap-3 text-[13px] text-muted">
      The lead arrived
      <Time at={arrivedAt} />
    </li>
  </ol>
);
