import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { Tabs } from '#client/components/layout/Tabs.tsx';
import { formatInteger } from '#client/lib/format.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import type { FormLead } from '#shared/contracts/leads.ts';
import { LeadAnswers } from './LeadAnswers.tsx';

const JsonTree = lazyScreen(async () => (await import('#client/components/values/JsonTree.tsx')).JsonTree);

/* Raw first: the specification requires the dialog to open with the raw lead. */
const views = [
  { id: 'raw', label: 'All data' },
  { id: 'answers', label: 'Answers' },
] as const;

export type LeadView = (typeof views)[number]['id'];

type LeadDetailsDialogProps = {
  lead: FormLead;
  /** The list for the previous and next buttons. */
  leads: readonly FormLead[];
  onLead: (lead: FormLead) => void;
  view: LeadView;
  onViewChange: (view: LeadView) => void;
  onClose: () => void;
};

/** A lead as raw data or readable text, with links to its neighbors in the same view. */
export const LeadDetailsDialog = ({ lead, leads, onLead, view, onViewChange, onClose }: LeadDetailsDialogProps) => {
  const index = leads.findIndex(({ id }) => id === lead.id);
  const previous = leads[index - 1];
  // A lead that has left the list has no neighbors.
  const next = index === -1 ? undefined : leads[index + 1];
  return (
    <Dialog
      title="Lead Details"
      onClose={onClose}
      footer={
        <div className="flex w-full items-center gap-2">
          <span aria-live="polite" className="flex-1 text-[13px] text-muted tabular-nums">
            {index !== -1 && `${formatInteger(index + 1)} of ${formatInteger(leads.length)}`}
          </span>
          <Button
            size="sm"
            icon={<ChevronLeft />}
            aria-label="Previous lead"
            disabled={!previous}
            onClick={() => previous && onLead(previous)}
          >
            Previous
          </Button>
          <Button size="sm" aria-label="Next lead" disabled={!next} onClick={() => next && onLead(next)}>
            Next
            <ChevronRight aria-hidden="true" className="-mr-1 size-4" />
          </Button>
        </div>
      }
    >
      <Tabs label="View" tabs={views} selected={view} onSelect={onViewChange}>
        {view === 'answers' ? (
          <LeadAnswers lead={lead} />
        ) : (
          <Suspense fallback={<Spinner label="Loading the lead" />}>
            <JsonTree key={lead.id} value={lead} label="Lead" />
          </Suspense>
        )}
      </Tabs>
    </Dialog>
  );
};
