import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  /** One line: what is missing. */
  title: string;
  /** One sentence: why, or what to do. */
  description?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
};

/** Replaces missing content. */
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
