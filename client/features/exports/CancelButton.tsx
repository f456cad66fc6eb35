import { useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { cancel } from './state/exportEvents.ts';

/** Stops an export; what is written stays in its sheet. `title` tells it apart from the others of a list. */
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
