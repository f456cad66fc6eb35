import { useId, useState } from 'react';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { compareLeads, proposeInto, resolveTake } from './compareLeads.ts';
import type { ComparedLead, Take } from './compareLeads.ts';
import { CompareTable } from './CompareTable.tsx';
import { useMerge } from './samePerson.api.ts';

type MergeDialogProps = {
  /** Starts with the opened lead. */
  leads: readonly ComparedLead[];
  ladder: readonly LeadStatus[];
  members: readonly { id: string; name: string }[];
  onMerged: (id: string) => void;
  onClose: () => void;
};

/** Compares leads of one person. The person chooses the leads to merge, the surviving lead, and the values to keep. */
export const MergeDialog = ({ leads, ladder, members, onMerged, onClose }: MergeDialogProps) => {
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [chosenInto, setInto] = useState<string>();
  const [chosen, setChosen] = useState<Take>({});
  const merge = useMerge();
  const hintId = useId();
  const included = leads.filter(({ id }) => !leftOut.includes(id));
  const into = included.find(({ id }) => id === chosenInto) ?? proposeInto(included);
  const from = included.filter((lead) => lead !== into);
  const take = into ? resolveTake([into, ...from], chosen, ladder) : {};
  const save = (): void => {
    if (into && from.length > 0) merge.mutate({ into, from, take }, { onSuccess: () => onMerged(into.id) });
  };
  return (
    <Dialog
      title="Same person"
      onClose={onClose}
      isBusy={merge.isPending}
      footer={
        <DialogActions
          onCancel={onClose}
          onClick={save}
          disabled={from.length === 0}
          isBusy={merge.isPending}
          aria-describedby={hintId}
        >
          {from.length === 0 ? 'Merge' : `Merge ${included.length} leads`}
        </DialogActions>
      }
    >
      <CompareTable
        leads={leads}
        rows={compareLeads(leads, { ladder, members })}
        into={into?.id ?? ''}
        included={included.map(({ id }) => id)}
        take={take}
        onInto={setInto}
        onInclude={(id, isIncluded) =>
          setLeftOut(isIncluded ? leftOut.filter((each) => each !== id) : [...leftOut, id])
        }
        onTake={(field, id) => setChosen({ ...chosen, [field]: id })}
      />
      <p id={hintId} className="mt-3 text-[13px] text-muted">
        One lead carries on, with the notes, changes and tags of all. Campaigns counts it at the ad that brought the
        person. All leads shows that lead only; the lists of each source stay as they are. You can separate the leads
        again at any time.
      </p>
    </Dialog>
  );
};
