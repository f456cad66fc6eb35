import { Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import type { LeadChange } from '#client/features/leadWork/leadWork.api.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import type { LeadDetail } from '#shared/contracts/leadWork.ts';
import { customLeadColumns } from '#shared/customLeadColumns.ts';

const LeadValuesDialog = lazyScreen(async () => (await import('./LeadValuesDialog.tsx')).LeadValuesDialog);

/** Edits the columns of a custom lead. Keeps the typed values if another person saves first. */
export const EditLead = ({ lead: { id, answers }, change }: { lead: LeadDetail; change: LeadChange }) => {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  const values = Object.fromEntries(
    customLeadColumns.map(({ key, title }) => [key, answers.find(({ name }) => name === title)?.values[0] ?? '']),
  );
  return (
    <div className="mb-2">
      <Button size="sm" icon={<Pencil />} onClick={() => setIsOpen(true)}>
        Edit
      </Button>
      {isOpen && (
        <Suspense>
          <LeadValuesDialog
            title="Edit lead"
            place={`lead ${id} values`}
            saveLabel="Save"
            values={values}
            isBusy={change.isPending}
            onClose={close}
            onSave={(changes) => change.mutateAsync({ values: changes }).then(close)}
          />
        </Suspense>
      )}
    </div>
  );
};
