import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { cn } from '#client/lib/cn.ts';
import { showToastsIn } from '#client/components/toasts/toastPlace.ts';

type SheetProps = { label: string; size?: 'md' | 'lg'; onClose: () => void; children: ReactNode };

const widths = { md: 'sm:w-[28rem]', lg: 'sm:w-[36rem]' } as const;

/** A full-height modal dialog at the right edge. Fills the window on phones. Open while rendered. */
export const Sheet = ({ label, size = 'md', onClose, children }: SheetProps) => {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    dialog.showModal();
    const takeToastsBack = showToastsIn(dialog);
    return () => {
      takeToastsBack();
      dialog.close();
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click on the backdrop; Escape does the same
    <dialog
      ref={ref}
      aria-label={label}
      data-sheet=""
      onCancel={(event) => {
        // Ignores the event of a nested dialog, which React bubbles.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
      className={cn(
        'm-0 ml-auto h-dvh max-h-none w-full max-w-full border-hairline bg-surface p-0 text-fg backdrop:bg-black/50 sm:border-l print:hidden',
        widths[size],
      )}
    >
      {children}
    </dialog>
  );
};
