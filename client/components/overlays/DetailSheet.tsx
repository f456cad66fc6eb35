import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#client/components/buttons/IconButton.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { Sheet } from './Sheet.tsx';

/** Position of the shown item in the list behind the sheet. */
export type DetailPlace = {
  /** Ids of the neighbors in the list. Null at an end. */
  previous: string | null;
  next: string | null;
  onMove: (id: string) => void;
  onClose: () => void;
};

type DetailSheetProps = DetailPlace & {
  /** The kind of item, for example "lead". */
  noun: string;
  size?: 'md' | 'lg';
  /** A line above the title. */
  facts: ReactNode;
  title: ReactNode;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  failed: string;
  /** What is known before the body loads. Stands above it. */
  head?: ReactNode;
  /** Shown until the body loads. */
  skeleton: ReactNode;
  /** Null until it is loaded. */
  body: ReactNode;
  footer?: ReactNode;
};

const capitalized = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1);

/** Details of a list item, with links to its neighbors. */
export const DetailSheet = ({
  noun,
  size = 'md',
  facts,
  title,
  query: { error, isFetching, refetch },
  failed,
  head,
  skeleton,
  body,
  footer,
  previous,
  next,
  onMove,
  onClose,
}: DetailSheetProps) => (
  <Sheet label={capitalized(noun)} size={size} onClose={onClose}>
    <div className="flex h-full min-h-0 flex-col">
      <header className="shrink-0 border-b border-hairline py-3 pr-2 pl-4">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0 pt-1.5 text-xs text-muted">{facts}</div>
          <div className="flex shrink-0">
            <IconButton
              label={`Previous ${noun}`}
              icon={<ChevronUp />}
              size="iconSm"
              disabled={previous === null}
              onClick={() => previous !== null && onMove(previous)}
            />
            <IconButton
              label={`Next ${noun}`}
              icon={<ChevronDown />}
              size="iconSm"
              disabled={next === null}
              onClick={() => next !== null && onMove(next)}
            />
            <IconButton label="Close" icon={<X />} size="iconSm" onClick={onClose} />
          </div>
        </div>
        <h2 className="mt-1 pr-2 text-[15px]">{title}</h2>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {head}
        {body ??
          (error ? (
            <div className="p-4">
              <ErrorPanel message={messageOf(error, failed)} onRetry={() => void refetch()} isRetrying={isFetching} />
            </div>
          ) : (
            <div className="grid animate-appear gap-4 p-4" aria-hidden="true">
              {skeleton}
            </div>
          ))}
      </div>
      {footer}
    </div>
  </Sheet>
);
