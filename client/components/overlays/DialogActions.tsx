import type { ComponentProps } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';

type DialogActionsProps = ComponentProps<typeof Button> & {
  onCancel: () => void;
  /** Focuses the cancel button. */
  isCancelFocused?: boolean;
};

/** Cancel and confirm buttons of a dialog. */
export const DialogActions = ({ onCancel, isCancelFocused, isBusy, ...confirm }: DialogActionsProps) => (
  <>
    <Button data-autofocus={isCancelFocused ? '' : undefined} onClick={onCancel} disabled={isBusy}>
      Cancel
    </Button>
    <Button variant="primary" {...confirm} isBusy={isBusy} />
  </>
);
