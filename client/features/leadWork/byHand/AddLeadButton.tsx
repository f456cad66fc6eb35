import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { useAddLead } from '#client/features/leadWork/leadWork.api.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const LeadValuesDialog = lazyScreen(async () => (await import('./LeadValuesDialog.tsx')).LeadValuesDialog);

/** Adds a lead by hand, then opens it. */
export const AddLeadButton = ({ onAdded }: { onAdded: (id: string) => void }) => {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  const add = useAddLead((id) => {
    close();
    onAdded(id);
  });
  return (
    <>
      <Button icon={<Plus />} onClick={() => setIsOpen(true)}>
        Add lead
      </Button>
      {isOpen && (
        <Suspense>
          <LeadValuesDialog
            title="Add a lead"
            place="new lead"
            saveLabel="Add lead"
            values={{}}
            isBusy={add.isPending}
            onClose={close}
            onSave={(values) => add.mutateAsync(values)}
          />
        </Suspense>
      )}
    </>
  );
};
