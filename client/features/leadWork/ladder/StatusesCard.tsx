import { Suspense, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Card } from '#client/components/layout/Card.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const LadderDialog = lazyScreen(async () => (await import('./LadderDialog.tsx')).LadderDialog);

/** In Settings: the way to the statuses of leads. */
export const StatusesCard = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h2 className="text-sm font-semibold">Lead statuses</h2>
        <p className="mt-1 text-[13px] text-muted">The steps that a lead goes through, for the whole workspace.</p>
      </div>
      <Button onClick={() => setIsOpen(true)}>Edit statuses</Button>
      {isOpen && (
        <Suspense>
          <LadderDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
};
