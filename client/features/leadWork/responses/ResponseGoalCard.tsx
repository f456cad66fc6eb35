import { Suspense, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Card } from '#client/components/layout/Card.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const ResponseGoalDialog = lazyScreen(async () => (await import('./ResponseGoalDialog.tsx')).ResponseGoalDialog);

/** How soon leads should have a first response. */
export const ResponseGoalCard = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card>
      <h2 className="mb-1 font-semibold">Leads</h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-3">
        <div className="min-w-0 flex-1 basis-52">
          <p className="font-medium">First response</p>
          <p className="text-[13px] text-muted">How soon, and in which hours. Leads that wait longer are overdue.</p>
        </div>
        <Button size="sm" onClick={() => setIsOpen(true)} className="max-sm:w-full">
          Set Goal
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <ResponseGoalDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
};
