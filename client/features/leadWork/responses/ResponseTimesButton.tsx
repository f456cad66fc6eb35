import { Timer } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const ResponseTimesDialog = lazyScreen(async () => (await import('./ResponseTimesDialog.tsx')).ResponseTimesDialog);

/** Opens how long leads waited for their first response. */
export const ResponseTimesButton = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={<Timer />} onClick={() => setIsOpen(true)}>
        Response times
      </Button>
      {isOpen && (
        <Suspense>
          <ResponseTimesDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
