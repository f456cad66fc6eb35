import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { Menu, menuItemStyles } from '#client/components/overlays/Menu.tsx';

type ChoiceMenuProps = {
  label: string;
  options: readonly { value: string; label: ReactNode }[];
  onChoose: (value: string) => void;
};

/** A menu of values for the selected leads. */
export const ChoiceMenu = ({ label, options, onChoose }: ChoiceMenuProps) => (
  <Menu
    label={label}
    triggerClassName={buttonStyles({ size: 'sm' })}
    className="max-h-80 w-56 overflow-y-auto max-sm:fixed max-sm:inset-x-3 max-sm:top-auto max-sm:bottom-3 max-sm:w-auto"
    trigger={
      <>
        {label}
        <ChevronDown aria-hidden="true" className="-mr-1 size-4 text-muted" />
      </>
    }
  >
    {(close) => (
      <ul aria-label={label}>
        {options.map((option) => (
          <li key={option.value}>
            <button
              type="button"
              className={menuItemStyles}
              onClick={() => {
                close();
                onChoose(option.value);
              }}
            >
              {option.label}
            </button>
          </li>
        ))}
      </ul>
    )}
  </Menu>
);
