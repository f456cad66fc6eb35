import { useContext } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { TitlePlace } from '#client/lib/TitlePlace.ts';
import { useDocumentTitle } from '#client/lib/hooks/useDocumentTitle.ts';

type PageHeaderProps = {
  /** Also the title of the browser tab. */
  title: string;
  subtitle?: ReactNode;
  /** At most one primary button, on the right. */
  actions?: ReactNode;
};

/** The title of a screen and its actions. On phones the title stands in the bar above. */
export const PageHeader = ({ title, subtitle, actions }: PageHeaderProps) => {
  useDocumentTitle(title);
  const place = useContext(TitlePlace);
  const heading = <h1 className="truncate text-xl font-semibold tracking-tight max-sm:text-base">{title}</h1>;
  const hasActions = actions !== undefined && actions !== false;
  const hasRow = place === null || subtitle !== undefined || hasActions;
  return (
    <>
      {place && createPortal(heading, place)}
      {hasRow && (
        <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:mb-4">
          {(place === null || subtitle !== undefined) && (
            <div>
              {place === null && heading}
              {subtitle !== undefined && <p className="text-[13px] text-muted">{subtitle}</p>}
            </div>
          )}
          {hasActions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
    </>
  );
};
