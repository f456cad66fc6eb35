import { X } from 'lucide-react';
import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { cn } from '#client/lib/cn.ts';
import { IconButton } from '#client/components/buttons/IconButton.tsx';
import { showToastsIn } from '#client/components/toasts/toastPlace.ts';

type DialogProps = {
  title: string;
  /** Called on Escape, backdrop click and X, unless the dialog is busy. */
  onClose: () => void;
  /** Blocks closing while something is saved. */
  isBusy?: boolean;
  /** The buttons. Stays visible while the body scrolls. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  children: ReactNode;
};

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' } as const;

const focusable = ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled)';

const isBackdrop = (dialog: HTMLDialogElement, { target, clientX, clientY }: MouseEvent): boolean => {
  const box = dialog.getBoundingClientRect();
  const isOutside = clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
  return target === dialog && isOutside;
};

/**
 * A modal dialog, open while rendered: `{isOpen && <Dialog …>}`. Focuses the element with `data-autofocus`, else the
 * first field, and the opener afterwards.
 */
export const Dialog = ({ title, onClose, isBusy = false, footer, size = 'lg', children }: DialogProps) => {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  const requestClose = (): void => {
    if (!isBusy) onClose();
  };
  const handleCancel = useEffectEvent((event: Event) => {
    event.preventDefault();
    requestClose();
  });
  const handleBackdrop = useEffectEvent(requestClose);
  const handleForcedClose = useEffectEvent((dialog: HTMLDialogElement) => {
    // Browsers always close a dialog on the second Escape in a row.
    if (!dialog.open && isBusy) dialog.showModal();
    else if (!dialog.open) onClose();
  });
  /** Lets the keyboard scroll a body without focusable content. */
  const makeFocusable = useEffectEvent((body: HTMLElement) => {
    body.tabIndex = 0;
    body.role = 'region';
    body.ariaLabel = title;
  });

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    let wasPressedOutside = false;
    dialog.addEventListener('cancel', (event) => handleCancel(event), { signal });
    dialog.addEventListener('close', () => handleForcedClose(dialog), { signal });
    dialog.addEventListener('mousedown', (event) => (wasPressedOutside = isBackdrop(dialog, event)), { signal });
    dialog.addEventListener(
      'click',
      (event) => {
        // Press and release must both be outside: a text selection may end anywhere.
        if (wasPressedOutside && isBackdrop(dialog, event)) handleBackdrop();
      },
      { signal },
    );
    dialog.showModal();
    const takeToastsBack = showToastsIn(dialog);
    const body = dialog.querySelector<HTMLElement>('[data-dialog-body]');
    if (body && !body.querySelector(focusable)) makeFocusable(body);
    // React sets no autofocus attribute, so the dialog would focus its close button.
    const first =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ??
      dialog.querySelector<HTMLElement>('[data-dialog-body] :is(input, select, textarea):not(:disabled)');
    first?.focus();
    return () => {
      leaving.abort();
      takeToastsBack();
      dialog.close();
    };
  }, []);

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      aria-busy={isBusy || undefined}
      className={cn(
        'm-auto max-h-[90vh] w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-lg border border-hairline bg-surface p-0 text-fg shadow-popover open:flex',
        'backdrop:bg-black/50',
        widths[size],
      )}
    >
      <header className="flex shrink-0 items-center justify-between gap-4 border-b border-hairline py-2 pr-2 pl-4">
        <h2 id={titleId} className="text-[15px] font-semibold">
          {title}
        </h2>
        <IconButton label="Close" icon={<X />} size="iconSm" onClick={requestClose} disabled={isBusy} />
      </header>
      <div data-dialog-body="" className="min-h-0 flex-1 overflow-y-auto p-4">
        {children}
      </div>
      {footer !== undefined && (
        <footer className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-hairline px-4 py-3">
          {footer}
        </footer>
      )}
    </dialog>
  );
};
