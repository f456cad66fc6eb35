import type { ReactNode } from 'react';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { StaleBanner } from '#client/components/states/StaleBanner.tsx';
import { Dialog } from './Dialog.tsx';

type ListDialogProps = {
  title: string;
  isLoaded: boolean;
  /** The reason why the list failed to load, or null. */
  problem: string | null;
  isFetching: boolean;
  onRetry: () => void;
  onClose: () => void;
  /** The entries, or a text if there are no entries. */
  children: ReactNode;
};

const Loading = ({ title }: { title: string }) => (
  <output className="grid animate-appear gap-6">
    <span className="sr-only">Loading {title.toLowerCase()}</span>
    {['a', 'b', 'c'].map((key) => (
      <span key={key} className="grid gap-2.5">
        <Skeleton className="w-56" />
        <Skeleton className="w-36" />
      </span>
    ))}
  </output>
);

/** A dialog with a list that loads when the dialog opens. */
export const ListDialog = ({ title, isLoaded, problem, isFetching, onRetry, onClose, children }: ListDialogProps) => (
  <Dialog title={title} size="md" onClose={onClose}>
    {/* Reserves the height of a few entries, so that the dialog does not jump when they load. */}
    <div className="min-h-48">
      {!isLoaded && problem === null && <Loading title={title} />}
      {!isLoaded && problem !== null && <ErrorPanel message={problem} onRetry={onRetry} isRetrying={isFetching} />}
      {isLoaded && problem !== null && (
        <div className="mb-3">
          <StaleBanner onRetry={onRetry} isRetrying={isFetching} />
        </div>
      )}
      {isLoaded && children}
    </div>
  </Dialog>
);
