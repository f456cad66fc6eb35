import { Button } from '#client/components/buttons/Button.tsx';
import type { Action } from './Action.ts';

type ActionButtonProps = {
  action: Action;
  /** Only an icon where space is short. */
  isShort?: boolean;
};

export const ActionButton = ({
  action: { label, icon, title, isDisabled, onSelect },
  isShort = false,
}: ActionButtonProps) => (
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
