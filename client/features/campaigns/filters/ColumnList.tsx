import { ChevronDown, ChevronUp } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '#client/components/buttons/IconButton.tsx';
import { Checkbox } from '#client/components/forms/Checkbox.tsx';
import type { CampaignColumnId } from '#shared/campaigns.ts';
import { columns, columnsOf } from '../columns.ts';

type ColumnListProps = { chosen: readonly CampaignColumnId[]; onChange: (chosen: readonly CampaignColumnId[]) => void };

const moved = (ids: readonly CampaignColumnId[], id: CampaignColumnId, by: -1 | 1): readonly CampaignColumnId[] => {
  const at = ids.indexOf(id);
  const to = at + by;
  if (to < 0 || to >= ids.length) return ids;
  const rest = ids.filter((each) => each !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
};

const steps: Partial<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * Shows, hides and orders columns. Alt with an arrow key moves the focused column. At least one column stays visible.
 */
export const ColumnList = ({ chosen, onChange }: ColumnListProps) => {
  const focused = useRef<HTMLElement | null>(null);
  const last = useRef(chosen);
  useLayoutEffect(() => {
    if (last.current === chosen) return;
    last.current = chosen;
    // A moved element loses the focus.
    if (document.activeElement === document.body) focused.current?.focus();
    focused.current = null;
  });
  const hidden = columns.filter(({ id }) => !chosen.includes(id));
  const change = (next: readonly CampaignColumnId[]): void => {
    focused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    onChange(next);
  };
  const move = (id: CampaignColumnId, by: -1 | 1): void => change(moved(chosen, id, by));
  const handleKey = (event: KeyboardEvent, id: CampaignColumnId): void => {
    const step = event.altKey ? steps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    move(id, step);
  };
  return (
    <ul className="-mx-1 -mb-1 max-h-80 overflow-y-auto p-1">
      {[...columnsOf(chosen), ...hidden].map(({ id, title }) => {
        const at = chosen.indexOf(id);
        const isShown = at !== -1;
        return (
          <li key={id} className="flex items-center rounded-md hover:bg-hover">
            <label className="flex min-h-8 flex-1 items-center gap-2.5 px-2 text-[13px] pointer-coarse:min-h-11">
              <Checkbox
                checked={isShown}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                onKeyDown={(event) => handleKey(event, id)}
                disabled={isShown && chosen.length === 1}
                onChange={() => change(isShown ? chosen.filter((each) => each !== id) : [...chosen, id])}
              />
              {title}
            </label>
            {isShown && (
              <>
                <IconButton
                  label={`Move ${title} up`}
                  icon={<ChevronUp />}
                  size="iconXs"
                  aria-disabled={at === 0}
                  onClick={() => move(id, -1)}
                  className="aria-disabled:opacity-30"
                />
                <IconButton
                  label={`Move ${title} down`}
                  icon={<ChevronDown />}
                  size="iconXs"
                  aria-disabled={at === chosen.length - 1}
                  onClick={() => move(id, 1)}
                  className="mr-1 aria-disabled:opacity-30"
                />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
};
