import { useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { cancel } from './state/exportEvents.ts';

/** Cancels an export. Written rows stay in the sheet. `title` distinguishes the button in a list. */
export const CancelButton = ({ id, title }: { id: string; title?: string }) => {
  const [isBusy, setIsBusy] = useState(false);
  const handleClick = async (): Promise<void> => {
    setIsBusy(true);
    await cancel(id);
    setIsBusy(false);
  };
  return (
    <Button size="sm" aria-label={title && `Cancel ${title}`} isBusy={isBusy} onClick={() => void handleClick()}>
      Cancel
    </Button>
  );
};
