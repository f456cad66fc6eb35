import { ChevronDown } from 'lucide-react';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { Checkbox } from '#client/components/forms/Checkbox.tsx';
import { Menu } from '#client/components/overlays/Menu.tsx';
import { CountBadge } from '#client/components/values/CountBadge.tsx';
import { FilterPlace } from './filterPlace.ts';

type FilterMenuProps<Value> = {
  title: string;
  options: readonly { value: Value; label: ReactNode }[];
  /** An empty list means no filter. */
  selected: readonly Value[];
  onChange: (selected: readonly Value[]) => void;
};

const Choices = <Value extends string>({ options, selected, onChange }: Omit<FilterMenuProps<Value>, 'title'>) =>
  options.map(({ value, label }) => {
    const isSelected = selected.includes(value);
    return (
      <label
        key={value}
        className="flex min-h-8 items-center gap-2.5 rounded-md px-2 text-[13px] hover:bg-hover pointer-coarse:min-h-11"
      >
        <Checkbox
          checked={isSelected}
          onChange={() => onChange(isSelected ? selected.filter((each) => each !== value) : [...selected, value])}
        />
        {label}
      </label>
    );
  });

/** A filter that accepts several values. */
export const FilterMenu = <Value extends string>({ title, options, selected, onChange }: FilterMenuProps<Value>) => {
  const choices = <Choices options={options} selected={selected} onChange={onChange} />;
  if (useContext(FilterPlace) === 'sheet')
    return (
      <fieldset className="min-w-0">
        <legend className="px-2 text-xs font-medium text-muted">{title}</legend>
        {choices}
      </fieldset>
    );
  return (
    <Menu
      label={`Filter by ${title.toLowerCase()}${selected.length > 0 ? `: ${selected.length} selected` : ''}`}
      triggerClassName={buttonStyles({})}
      className="left-0 w-64"
      trigger={
        <>
          {title} <CountBadge count={selected.length} />
          <ChevronDown aria-hidden="true" className="-mr-1 size-4 text-muted" />
        </>
      }
    >
      {() => (
        // A fieldset is otherwise as wide as its longest line.
        <fieldset className="min-w-0">
          <legend className="sr-only">{title}</legend>
          <div className="max-h-80 overflow-y-auto">{choices}</div>
          <div className="-mx-1 mt-1 -mb-1 flex justify-end border-t border-hairline p-1">
            <Button size="sm" variant="ghost" disabled={selected.length === 0} onClick={() => onChange([])}>
              Clear
            </Button>
          </div>
        </fieldset>
      )}
    </Menu>
  );
};
