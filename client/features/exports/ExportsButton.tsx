import { History } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const ExportsDialog = lazyScreen(async () => (await import('./ExportsDialog.tsx')).ExportsDialog);

/** Opens the list of exports. Only an icon where space is short. */
export const ExportsButton = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        icon={<History />}
        title="Exports of this workspace"
        onClick={() => setIsOpen(true)}
        className="max-lg:gap-0 max-lg:pr-2.5 max-lg:pl-3"
      >
        <span className="max-lg:sr-only">Exports</span>
      </Button>
      {isOpen && (
        <Suspense>
          <ExportsDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
