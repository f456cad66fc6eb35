import { cn } from '#client/lib/cn.ts';
import { useDelay } from '#client/lib/hooks/useDelay.ts';
import { SpinnerMark } from './SpinnerMark.tsx';

type SpinnerProps = {
  /** What loads, for people who do not see it turn. */
  label?: string;
  /** Milliseconds in which nothing shows, so that quick answers do not flash. */
  delayMs?: number;
  className?: string;
};

/** A loader in the middle of its place; the place keeps its height while nothing shows yet. */
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
