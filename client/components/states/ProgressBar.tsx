import { cn } from '#client/lib/cn.ts';

type ProgressBarProps = {
  /** Accessible name. */
  label: string;
  value: number;
  /** Null while the total is unknown. The bar then only shows activity. */
  max: number | null;
  /** The progress in words: `3 of 10 rows`. */
  text: string;
  className?: string;
};

export const ProgressBar = ({ label, value, max, text, className }: ProgressBarProps) => (
  <progress
    aria-label={label}
    aria-valuetext={text}
    {...(max !== null && { value, max })}
    className={cn(
      'block h-1 w-full appearance-none overflow-hidden rounded-full border-0 bg-hairline indeterminate:animate-pulse indeterminate:bg-accent/50',
      // Each engine has its own names for the parts of a bar.
      '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent',
      className,
    )}
  />
);
