import { Ellipsis } from 'lucide-react';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { Menu, menuItemStyles } from '#client/components/overlays/Menu.tsx';
import type { Action } from './Action.ts';
import { useOfferedActions } from './offeredActions.ts';

/** The actions of a screen on a phone. */
export const MoreMenu = ({ actions }: { actions: readonly Action[] }) => {
  useOfferedActions(actions);
  return (
    <Menu
      label="More"
      triggerClassName={buttonStyles({})}
      trigger={
        <>
          <Ellipsis aria-hidden="true" className="-ml-0.5 size-4" />
          More
        </>
      }
      className="w-60 max-w-[calc(100vw-1.5rem)]"
    >
      {(close) =>
        actions.map(({ key, label, icon, isDisabled, onSelect }) => (
          <button
            key={key}
            type="button"
            disabled={isDisabled}
            className={menuItemStyles}
            onClick={() => {
              close();
              onSelect();
            }}
          >
            {icon}
            {label}
          </button>
        ))
      }
    </Menu>
  );
};
