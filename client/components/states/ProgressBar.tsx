import { cn } from '#client/lib/cn.ts';

type ProgressBarProps = {
  /** What comes on, for people who do not see the bar. */
  label: string;
  value: number;
  /** Null as long as nobody knows where it ends: the bar then only shows that something is done. */
  max: number | null;
  /** The same in words: `3 of 10 rows`. */
  text: string;
  className?: string;
};

/** A thin bar of how much is done. */
export const ProgressBar = ({ label, value, max, text, className }: ProgressBarProps) => (
  <progress
    aria-label={label}
    aria-valuetext={text}
    {...(max !== null && { value, max })}
    className={cn(
      'block h-1 w-full appearance-none overflow-hidden rounded-full border-0 bg-hairline indeterminate:animate-pulse indeterminate:bg-accent/50',
      // Each engine names the parts of a bar in its own way.
      '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent',
      className,
    )}
  />
);
