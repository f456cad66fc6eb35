import { Suspense } from 'react';
import { Dialog } from '#client/components/Dialog.tsx';
import { Spinner } from '#client/components/Spinner.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import type { FormLead } from '#shared/contracts/leads.ts';

const JsonTree = lazyScreen(async () => (await import('#client/components/JsonTree.tsx')).JsonTree);

type LeadDetailsDialogProps = { lead: FormLead; onClose: () => void };

/** A lead as the platform gave it. */
export const LeadDetailsDialog = ({ lead, onClose }: LeadDetailsDialogProps) => (
  <Dialog title="Lead Details" onClose={onClose}>
    <Suspense fallback={<Spinner label="Loading the lead" />}>
      <JsonTree value={lead} label="Lead" />
    </Suspense>
  </Dialog>
);
