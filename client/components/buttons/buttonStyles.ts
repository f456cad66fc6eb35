import { cn } from '#client/lib/cn.ts';

const base = cn(
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap select-none',
  'transition-colors duration-100 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed',
  'disabled:opacity-50 aria-busy:opacity-100',
);

const variants = {
  primary: 'border-transparent bg-accent text-on-accent enabled:hover:bg-accent-hover',
  secondary: 'border-control/60 bg-surface text-fg hover:border-control enabled:hover:bg-hover',
  ghost: 'border-transparent bg-transparent text-muted enabled:hover:bg-hover enabled:hover:text-fg',
  danger: 'border-transparent bg-danger-fill text-white enabled:hover:opacity-90',
};

const sizes = {
  md: 'h-9 px-3.5 text-sm pointer-coarse:min-h-11',
  sm: 'h-8 px-3 text-[13px] pointer-coarse:min-h-11',
  icon: 'size-9 p-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11',
  iconSm: 'size-8 p-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11',
  // For buttons in a line of text: the touch area extends 10 px beyond the icon.
  iconXs: 'size-6 p-0 pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5',
};

export type ButtonLook = {
  variant?: keyof typeof variants | undefined;
  size?: keyof typeof sizes | undefined;
  isWide?: boolean | undefined;
};

/** Also for links that look like buttons. */
export const buttonStyles = ({ variant = 'secondary', size = 'md', isWide = false }: ButtonLook): string =>
  cn(base, variants[variant], sizes[size], isWide && 'w-full');
