import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  /** One line: what there is nothing of. */
  title: string;
  /** One sentence on why, or on what to do. */
  description?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
};

/** Stands in place of content when there is none. */
export const EmptyState = ({ title, description, icon, action }: EmptyStateProps) => (
  <div className="grid justify-items-center gap-1 px-4 py-12 text-center">
    <span aria-hidden="true" className="mb-2 text-muted [&>svg]:size-6 [&>svg]:stroke-[1.5]">
      {icon ?? <Inbox />}
    </span>
    <p className="font-medium">{title}</p>
    {description !== undefined && <p className="max-w-sm text-[13px] text-muted">{description}</p>}
    {action !== undefined && <div className="mt-3">{action}</div>}
  </div>
);
