import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useChoice } from '#client/components/forms/useChoice.ts';
import type { Choice } from '#client/components/forms/useChoice.ts';

type ChoiceCellProps = Choice & {
  /** Accessible name. */
  label: string;
  /** The letter that opens the choices while the row has the focus. */
  shortcut: string;
  options: readonly { value: string; label: string }[];
  /** The chosen value as the cell shows it. */
  children: ReactNode;
};

/** A cell of a table whose click opens the choices for its value. */
export const ChoiceCell = ({ value, onChoose, label, shortcut, options, children }: ChoiceCellProps) => {
  const choice = useChoice({ value, onChoose });
  // Rendering all choices of all rows would take longer than all the rest.
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const shown = isHovered || isFocused ? options : options.filter((option) => option.value === choice.value);
  return (
    <span
      className="group/choice relative -mx-3 flex h-[35px] items-center gap-1 px-3 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-text pointer-coarse:h-[43px]"
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      {/* The select says it. */}
      <span aria-hidden="true" className="min-w-0 flex-1 truncate">
        {children}
      </span>
      <ChevronDown aria-hidden="true" className="invisible size-3.5 shrink-0 text-muted group-hover/choice:visible" />
      <select
        {...choice}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        className="absolute inset-0 cursor-pointer appearance-none opacity-0"
      >
        {shown.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
};
