import { cn } from '#client/lib/cn.ts';
import { useDelay } from '#client/lib/hooks/useDelay.ts';
import { SpinnerMark } from './SpinnerMark.tsx';

type SpinnerProps = {
  /** Names the loading content for screen readers. */
  label?: string;
  /** Milliseconds before it appears, so that fast responses do not flash. */
  delayMs?: number;
  className?: string;
};

/** A centered spinner. Keeps its height before it appears. */
export const Spinner = ({ label = 'Loading', delayMs = 150, className }: SpinnerProps) => {
  const isVisible = useDelay(delayMs);
  return (
    <output className={cn('grid min-h-24 place-items-center text-muted', className)}>
      {isVisible && (
        <>
          <SpinnerMark className="size-6" />
          <span className="sr-only">{label}</span>
        </>
      )}
    </output>
  );
};
