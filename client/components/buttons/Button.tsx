import { useLayoutEffect, useRef } from 'react';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { cn } from '#client/lib/cn.ts';
import { buttonStyles } from './buttonStyles.ts';
import type { ButtonLook } from './buttonStyles.ts';
import { SpinnerMark } from '#client/components/states/SpinnerMark.tsx';

type ButtonProps = Omit<ComponentProps<'button'>, 'children' | 'ref'> &
  ButtonLook & {
    children: ReactNode;
    icon?: ReactNode;
    /** Disables the button while its action runs. The width stays the same. */
    isBusy?: boolean;
    /** Label while busy (`Login...`). Without it a spinner replaces the label. */
    busyLabel?: string;
  };

/*
 * Reserves the width of the longer label as invisible generated content, which is part of neither the accessible name
 * nor copied text.
 */
const widthKeeper =
  'inline-grid justify-items-center after:invisible after:block after:h-0 after:overflow-hidden after:content-[attr(data-other-label)]';

/** Browsers drop the focus of a disabled button. Restores it when the button is enabled again. */
const useReturningFocus = (isDisabled: boolean): RefObject<HTMLButtonElement | null> => {
  const ref = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (!isDisabled && hadFocus.current && activeElement === body) ref.current?.focus({ preventScroll: true });
    hadFocus.current = isDisabled && activeElement === ref.current;
  }, [isDisabled]);
  return ref;
};

/** `type` defaults to `button`, so that it never submits a form by accident. */
export const Button = ({
  variant,
  size,
  isWide,
  icon,
  isBusy = false,
  busyLabel,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) => {
  const isDisabled = disabled === true || isBusy;
  const ref = useReturningFocus(isDisabled);
  const hasSpinner = isBusy && busyLabel === undefined;
  const label = isBusy && busyLabel !== undefined ? busyLabel : children;
  const otherLabel = isBusy ? children : busyLabel;
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      disabled={isDisabled}
      aria-busy={isBusy || undefined}
      className={cn(buttonStyles({ variant, size, isWide }), className)}
    >
      {hasSpinner && (
        <span className="absolute inset-0 grid place-items-center">
          <SpinnerMark className="size-4" />
        </span>
      )}
      {icon !== undefined && (
        <span aria-hidden="true" className={cn('-ml-0.5 inline-flex [&>svg]:size-4', hasSpinner && 'opacity-0')}>
          {icon}
        </span>
      )}
      {busyLabel === undefined ? (
        <span className={cn('inline-flex items-center gap-2', hasSpinner && 'opacity-0')}>{children}</span>
      ) : (
        <span className={widthKeeper} data-other-label={typeof otherLabel === 'string' ? otherLabel : undefined}>
          {label}
        </span>
      )}
    </button>
  );
};
