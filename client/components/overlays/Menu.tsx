import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { cn } from '#client/lib/cn.ts';

type MenuProps = {
  /** Accessible name and tooltip of the button. */
  label: string;
  /** Content of the button. */
  trigger: ReactNode;
  triggerClassName?: string;
  /** Content of the panel. The function closes it. */
  children: (close: () => void) => ReactNode;
  className?: string;
};

/**
 * A button that opens a panel below its right edge. A second click, a choice, Escape, a click outside or the focus
 * leaving it closes the panel. The focus returns to the button. The panel holds ordinary links and buttons.
 */
export const Menu = ({ label, trigger, triggerClassName, children, className }: MenuProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return undefined;
    const handlePointerDown = (event: PointerEvent): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', handlePointerDown);
    return () => document.removeEventListener('pointerdown', handlePointerDown);
  }, [isOpen]);

  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const opener = button.current;
    return () => {
      // The focus was in the panel, which has been removed.
      if (document.activeElement === document.body) opener?.focus();
    };
  }, [isOpen]);

  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setIsOpen(false);
  };
  const handleBlur = (event: FocusEvent): void => {
    if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget)) setIsOpen(false);
  };

  return (
    <div ref={root} role="presentation" className="relative" onKeyDown={handleKeyDown} onBlur={handleBlur}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className={triggerClassName}
      >
        {trigger}
      </button>
      {isOpen && (
        <div
          id={panelId}
          className={cn(
            'absolute top-full right-0 z-30 mt-1.5 min-w-44 rounded-lg border border-hairline bg-surface p-1 shadow-popover',
            className,
          )}
        >
          {children(() => setIsOpen(false))}
        </div>
      )}
    </div>
  );
};

/** For links and buttons in a menu. */
export const menuItemStyles =
  'flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-left text-sm text-fg transition-colors enabled:hover:bg-hover disabled:opacity-50 pointer-coarse:h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted';
