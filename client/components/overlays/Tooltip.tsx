import { useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Kbd } from '#client/components/values/Kbd.tsx';

type TooltipProps = {
  text: string;
  /** The keyboard shortcut for the same action. */
  shortcut?: string;
  /** False shows only the children, for labels that are sometimes visible. */
  isActive?: boolean;
  children: ReactNode;
};

type Place = { left: number; top: number };

/**
 * Shows `text` to the right of its children on hover and focus. Floats above everything, so no scrolling parent clips
 * it. Not read aloud, because it repeats the children's accessible name.
 */
export const Tooltip = ({ text, shortcut, isActive = true, children }: TooltipProps) => {
  const [place, setPlace] = useState<Place | null>(null);
  const show = (target: Element): void => {
    const box = target.getBoundingClientRect();
    setPlace({ left: box.right + 8, top: box.top + box.height / 2 });
  };
  const hide = (): void => setPlace(null);
  return (
    <div
      role="presentation"
      onPointerEnter={(event) => show(event.currentTarget)}
      onPointerLeave={hide}
      onFocus={(event) => show(event.currentTarget)}
      onBlur={hide}
      onClick={hide}
      onKeyDown={({ key }) => {
        if (key === 'Escape') hide();
      }}
    >
      {children}
      {isActive &&
        place &&
        createPortal(
          <span
            aria-hidden="true"
            data-tooltip=""
            style={place}
            className="pointer-events-none fixed z-50 flex -translate-y-1/2 animate-hint items-center gap-2 rounded-md bg-fg px-2 py-1 text-xs font-medium whitespace-nowrap text-bg shadow-popover"
          >
            {text}
            {shortcut !== undefined && <Kbd value={shortcut} isHint />}
          </span>,
          document.body,
        )}
    </div>
  );
};
