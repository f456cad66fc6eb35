import { Button } from '#client/components/buttons/Button.tsx';
import type { Action } from './Action.ts';
import { useOfferedActions } from './offeredActions.ts';

type ActionButtonProps = {
  action: Action;
  /** Only an icon where space is short. */
  isShort?: boolean;
};

export const ActionButton = ({ action, isShort = false }: ActionButtonProps) => {
  useOfferedActions([action]);
  const { label, icon, title, isDisabled, onSelect } = action;
  return (
    <Button
      icon={icon}
      title={title}
      disabled={isDisabled}
      onClick={onSelect}
      className={isShort ? 'max-lg:gap-0 max-lg:pr-2.5 max-lg:pl-3' : undefined}
    >
      <span className={isShort ? 'max-lg:sr-only' : undefined}>{label}</span>
    </Button>
  );
};
