import { Suspense, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Card } from '#client/components/layout/Card.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const PhoneCountryDialog = lazyScreen(async () => (await import('./PhoneCountryDialog.tsx')).PhoneCountryDialog);

/** The country of the workspace's phone numbers without a country code. */
export const PhoneCountryCard = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-52">
        <h2 className="font-semibold">Phone numbers</h2>
        <p className="text-[13px] text-muted">
          Leads with the same number are shown as the same person. Numbers without a country code need a country.
        </p>
      </div>
      <Button size="sm" onClick={() => setOpen(true)} className="max-sm:w-full">
        Choose Country
      </Button>
      {isOpen && (
        <Suspense>
          <PhoneCountryDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
};
