import type { ComponentProps } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';

type DialogActionsProps = ComponentProps<typeof Button> & {
  onCancel: () => void;
  /** The focus is on the way out. */
  isCancelFocused?: boolean;
};

/** The buttons of a dialog: the way out, and the one that does it. */
export const DialogActions = ({ onCancel, isCancelFocused, isBusy, ...confirm }: DialogActionsProps) => (
  <>
    <Button data-autofocus={isCancelFocused ? '' : undefined} onClick={onCancel} disabled={isBusy}>
      Cancel
    </Button>
    <Button variant="primary" {...confirm} isBusy={isBusy} />
  </>
);
