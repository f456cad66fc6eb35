import { Timer } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const ResponseTimesDialog = lazyScreen(async () => (await import('./ResponseTimesDialog.tsx')).ResponseTimesDialog);

/** Opens the first response times. */
export const ResponseTimesButton = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Timer aria-hidden="true" className="-mx-0.5 size-4 sm:mr-0" />
        <span className="max-sm:sr-only">Response times</span>
      </Button>
      {isOpen && (
        <Suspense>
          <ResponseTimesDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
