import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { menuItemStyles } from '#client/components/overlays/Menu.tsx';
import { CutMiddle } from '#client/components/values/CutMiddle.tsx';
import { cn } from '#client/lib/cn.ts';
import { textLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { usePaletteGroups } from './usePaletteGroups.tsx';
import type { PaletteItem, PaletteTools } from './usePaletteGroups.tsx';

type CommandPaletteProps = Omit<PaletteTools, 'goTo'> & { onClose: () => void };

const steps: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Goes to a screen, a lead, a campaign or a finding, or does something, by a few letters. */
export const CommandPalette = ({ screens, showShortcuts, onClose }: CommandPaletteProps) => {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const { groups, isSearching, hasFailed } = usePaletteGroups(text.trim(), {
    screens,
    showShortcuts,
    goTo: (path) => void navigate(path),
  });
  const first = groups[0]?.items[0];
  const place = useRef<HTMLFormElement>(null);
  const choose = ({ onSelect }: PaletteItem): void => {
    onClose();
    onSelect();
  };
  /** Arrow keys move the focus between the field and what was found. Letters go to the field from anywhere. */
  const handleKeyDown = (event: KeyboardEvent): void => {
    const stops = [...(place.current?.querySelectorAll<HTMLElement>('input, li > button') ?? [])];
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const focused = stops.findIndex((stop) => stop === document.activeElement);
      // In the field, the first is chosen already.
      const index = focused === 0 && step === 1 && stops.length > 2 ? 1 : focused;
      stops.at((index + step) % stops.length)?.focus();
    } else if (/^(?:\S|Backspace)$/.test(event.key) && !event.ctrlKey && !event.metaKey) stops[0]?.focus();
  };
  return (
    <Dialog title="Search everything" size="md" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move the focus inside */}
      <form
        ref={place}
        className="group/palette"
        onKeyDown={handleKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          if (first) choose(first);
        }}
      >
        <TextInput
          type="search"
          aria-label="Search everything"
          autoComplete="off"
          value={text}
          maxLength={textLimits.search}
          placeholder="Screens, leads, campaigns, findings, actions"
          onChange={({ target }) => setText(target.value)}
        />
        <div className="-mx-2 mt-1 h-[min(26rem,60dvh)] overflow-y-auto px-2 pb-1">
          <output
            className={cn('block px-2.5 py-2 text-[13px] empty:hidden', hasFailed ? 'text-danger' : 'text-muted')}
          >
            {hasFailed ? messages.search.failed : !first && (isSearching ? 'Searching…' : 'Nothing found')}
          </output>
          {groups.map(({ title, items }) => (
            <section key={title}>
              <h3 className="px-2.5 pt-3 pb-1 text-xs text-muted">{title}</h3>
              <ul aria-label={title}>
                {items.map((item) => (
                  <li key={item.key}>
                    <button
                      type="button"
                      onClick={() => choose(item)}
                      className={cn(
                        menuItemStyles,
                        'scroll-my-2',
                        // What Enter in the field chooses.
                        item === first && 'group-has-[input:focus]/palette:bg-hover',
                      )}
                    >
                      {item.icon}
                      <span dir="auto" className={cn('min-w-0', item.detail !== undefined && 'max-w-3/4 shrink-0')}>
                        {item.isName ? (
                          <CutMiddle text={item.label} />
                        ) : (
                          <span className="block truncate">{item.label}</span>
                        )}
                      </span>
                      {item.detail !== undefined && (
                        <span dir="auto" className="min-w-0 flex-1 truncate pl-2 text-end text-[13px] text-muted">
                          {item.detail}
                        </span>
                      )}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </form>
    </Dialog>
  );
};
