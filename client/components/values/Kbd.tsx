const signs: Partial<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc' };
const names: Partial<Record<string, string>> = { ArrowLeft: 'Left arrow', ArrowRight: 'Right arrow' };

type KbdProps = {
  /** A `KeyboardEvent.key` value. */
  value: string;
  /** Hides the key from screen readers, because another element announces it with `aria-keyshortcuts`. */
  isHint?: boolean;
};

export const Kbd = ({ value, isHint = false }: KbdProps) => (
  <kbd
    aria-hidden={isHint || undefined}
    className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-hairline bg-bg px-1 font-sans text-[11px] leading-none font-medium text-muted"
  >
    {names[value] === undefined ? (
      (signs[value] ?? (value.length === 1 ? value.toUpperCase() : value))
    ) : (
      <>
        <span aria-hidden="true">{signs[value]}</span>
        <span className="sr-only">{names[value]}</span>
      </>
    )}
  </kbd>
);
