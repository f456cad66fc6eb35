import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { searchDebounceMs, textLimits } from '#shared/limits.ts';
import { Kbd } from '#client/components/values/Kbd.tsx';
import { TextInput } from './TextInput.tsx';

type SearchBoxProps = {
  /** The current search. Changes from outside show in the box. */
  value: string;
  /** Called when typing pauses, and at once on clear or Enter. */
  onSearch: (search: string) => void;
  /** Accessible name. */
  label?: string;
  placeholder?: string;
};

/** Searches when typing pauses. The `/` shortcut focuses the box. Escape clears it, then leaves it. */
export const SearchBox = ({
  value,
  onSearch,
  label = 'Search leads',
  placeholder = 'Search by name or description...',
}: SearchBoxProps) => {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    if (text.trim() !== value) setText(value);
  }

  const searchNow = (next: string): void => {
    clearTimeout(timer.current);
    if (next.trim() !== value) onSearch(next.trim());
  };
  const searchLater = useEffectEvent(searchNow);
  const handleChange = (next: string): void => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => searchLater(next), searchDebounceMs);
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') searchNow(text);
    if (event.key !== 'Escape') return;
    if (text === '') input.current?.blur();
    setText('');
    searchNow('');
  };

  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <div className="relative w-full sm:w-80">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <TextInput
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={textLimits.search}
        className="peer pl-8 text-ellipsis max-sm:placeholder:text-[13px] pointer-fine:pr-9"
        value={text}
        onChange={(event) => handleChange(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      {text === '' && (
        <span className="pointer-events-none absolute inset-y-0 right-2 flex items-center peer-focus:hidden pointer-coarse:hidden">
          <Kbd value="/" isHint />
        </span>
      )}
    </div>
  );
};
