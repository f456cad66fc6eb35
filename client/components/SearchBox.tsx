import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { searchDebounceMs, textLimits } from '#shared/limits.ts';
import { isTyping } from '#client/lib/isTyping.ts';
import { TextInput } from './TextInput.tsx';

type SearchBoxProps = {
  /** What is searched for now; a change from outside, a cleared search say, shows in the box. */
  value: string;
  /** Called once the typing has paused, and at once when the box is cleared or Enter is pressed. */
  onSearch: (search: string) => void;
};

/** A search that waits until the typing pauses. `/` brings the focus here; Escape empties the box, then leaves it. */
export const SearchBox = ({ value, onSearch }: SearchBoxProps) => {
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

  useEffect(() => {
    const handleShortcut = (event: globalThis.KeyboardEvent): void => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key !== '/' || hasModifier || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', handleShortcut);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('keydown', handleShortcut);
    };
  }, []);

  return (
    <div className="relative w-full sm:w-80">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <TextInput
        ref={input}
        type="search"
        aria-label="Search leads"
        aria-keyshortcuts="/"
        placeholder="Search by name or description..."
        maxLength={textLimits.search}
        className="pl-8"
        value={text}
        onChange={(event) => handleChange(event.target.value)}
        onKeyDown={handleKeyDown}
      />
    </div>
  );
};
