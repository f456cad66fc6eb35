import type { ReactNode } from 'react';
import { useDocumentTitle } from '#client/lib/hooks/useDocumentTitle.ts';

type PageHeaderProps = {
  /** Also the title of the browser tab. */
  title: string;
  subtitle?: ReactNode;
  /** At most one primary button, on the right. */
  actions?: ReactNode;
};

export const PageHeader = ({ title, subtitle, actions }: PageHeaderProps) => {
  useDocumentTitle(title);
  return (
    <div className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div>
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {subtitle !== undefined && <p className="text-[13px] text-muted">{subtitle}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
};
