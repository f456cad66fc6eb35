import { cn } from '#client/lib/cn.ts';

type SegmentsProps<Id extends string> = {
  /** Accessible name. */
  label: string;
  options: readonly { id: Id; label: string }[];
  selected: Id;
  onSelect: (id: Id) => void;
};

/** A choice of a few short words, all visible. */
export const Segments = <Id extends string>({ label, options, selected, onSelect }: SegmentsProps<Id>) => (
  <fieldset aria-label={label} className="inline-flex rounded-md border border-control/60 bg-surface p-px">
    {options.map((option) => (
      <button
        key={option.id}
        type="button"
        aria-pressed={option.id === selected}
        onClick={() => onSelect(option.id)}
        className={cn(
          'h-7 rounded-sm px-2.5 text-[13px] transition-colors duration-100 pointer-coarse:h-[42px]',
          option.id === selected ? 'bg-hover font-medium' : 'text-muted hover:text-fg',
        )}
      >
        {option.label}
      </button>
    ))}
  </fieldset>
);
