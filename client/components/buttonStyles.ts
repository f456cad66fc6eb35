import { cva } from 'class-variance-authority';
import type { VariantProps } from 'class-variance-authority';

/** The look of a button, for links that stand where a button would. */
export const buttonStyles = cva(
  [
    'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap select-none',
    'transition-colors duration-100 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed',
    'disabled:opacity-50 aria-busy:opacity-100 pointer-coarse:min-h-11',
  ],
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-accent text-on-accent enabled:hover:bg-accent-hover',
        secondary: 'border-control/60 bg-surface text-fg hover:border-control enabled:hover:bg-hover',
        ghost: 'border-transparent bg-transparent text-muted enabled:hover:bg-hover enabled:hover:text-fg',
        danger: 'border-transparent bg-danger-fill text-white enabled:hover:opacity-90',
      },
      size: {
        md: 'h-9 px-3.5 text-sm',
        sm: 'h-8 px-3 text-[13px]',
        icon: 'size-9 p-0 pointer-coarse:min-w-11',
        iconSm: 'size-8 p-0 pointer-coarse:min-w-11',
      },
      isWide: { true: 'w-full', false: '' },
    },
    defaultVariants: { variant: 'secondary', size: 'md', isWide: false },
  },
);

export type ButtonLook = VariantProps<typeof buttonStyles>;
