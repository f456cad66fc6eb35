import { cn } from '#client/lib/cn.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';

const dots: Record<LeadStatus['color'], string> = {
  gray: 'bg-control',
  blue: 'bg-series-1',
  violet: 'bg-violet',
  green: 'bg-success',
  amber: 'bg-warning',
  red: 'bg-danger',
};

export const StatusDot = ({ color }: Pick<LeadStatus, 'color'>) => (
  <span aria-hidden="true" className={cn('size-2 shrink-0 rounded-full', dots[color])} />
);

/** The color and name of a status. */
export const StatusMark = ({ status: { name, color } }: { status: Pick<LeadStatus, 'name' | 'color'> }) => (
  <span className="inline-flex min-w-0 items-center gap-1.5">
    <StatusDot color={color} />
    <span dir="auto" className="truncate">
      {name}
    </span>
  </span>
);
