import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#client/lib/cn.ts';
import { buttonStyles } from './buttonStyles.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label' | 'type'> & {
  /** Read aloud and shown as a tooltip. */
  label: string;
  icon: ReactNode;
  size?: 'icon' | 'iconSm' | 'iconXs';
};

const iconSizes = { icon: '[&>svg]:size-[18px]', iconSm: '[&>svg]:size-[18px]', iconXs: '[&>svg]:size-3.5' } as const;

export const IconButton = ({ label, icon, size = 'icon', className, ...rest }: IconButtonProps) => (
  <button
    {...rest}
    type="button"
    aria-label={label}
    title={label}
    className={cn(buttonStyles({ variant: 'ghost', size }), iconSizes[size], className)}
  >
    {icon}
  </button>
);
