import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ActionWithDialog } from '#client/components/actions/dialogAction.tsx';
import { useAddLead } from '#client/features/leadWork/leadWork.api.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const LeadValuesDialog = lazyScreen(async () => (await import('./LeadValuesDialog.tsx')).LeadValuesDialog);

/** Adds a lead by hand, then opens it. */
export const useAddLeadAction = (onAdded: (id: string) => void): ActionWithDialog => {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  const add = useAddLead((id) => {
    close();
    onAdded(id);
  });
  return {
    action: { key: 'add', label: 'Add lead', icon: <Plus aria-hidden="true" />, onSelect: () => setIsOpen(true) },
    dialog: isOpen && (
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
    ),
  };
};
