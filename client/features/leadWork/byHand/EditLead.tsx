import { Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import type { LeadChange } from '#client/features/leadWork/leadWork.api.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import type { LeadDetail } from '#shared/contracts/leadWork.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';

const LeadValuesDialog = lazyScreen(async () => (await import('./LeadValuesDialog.tsx')).LeadValuesDialog);

type EditLeadProps = { id: string; values: NonNullable<LeadDetail['values']>; change: LeadChange };

/** Edits the imported values of a lead. Keeps the typed values if another person saves first. */
export const EditLead = ({ id, values, change }: EditLeadProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
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
            values={Object.fromEntries(customLeadKeys.map((key) => [key, values[key] ?? '']))}
            isBusy={change.isPending}
            onClose={close}
            onSave={(changes) => change.mutateAsync({ values: changes }).then(close)}
          />
        </Suspense>
      )}
    </div>
  );
};
