import { ChoiceCell } from '#client/components/tables/ChoiceCell.tsx';
import { NoValue } from '#client/components/values/NoValue.tsx';
import { assigneeChoices } from '#client/features/leadWork/assigneeChoices.ts';
import { useChangeLead } from '#client/features/leadWork/leadWork.api.ts';
import { StatusMark } from '#client/features/leadWork/StatusMark.tsx';
import { useUserStore } from '#client/stores/userStore.ts';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';

const nameOf = ({ name }: WorkedLead): string => name || 'a lead without a name';

/** The status of a lead in the list. A click changes it. */
export const StatusCell = ({ lead, ladder }: { lead: WorkedLead; ladder: readonly LeadStatus[] }) => {
  const { mutateAsync } = useChangeLead(lead.id);
  const status = ladder.find(({ id }) => id === lead.statusId);
  return (
    <ChoiceCell
      label={`Status of ${nameOf(lead)}`}
      shortcut="s"
      value={lead.statusId}
      options={ladder.map(({ id, name }) => ({ value: id, label: name }))}
      onChoose={(statusId) => mutateAsync({ statusId })}
    >
      {status ? <StatusMark status={status} /> : <NoValue />}
    </ChoiceCell>
  );
};

type AssigneeCellProps = { lead: WorkedLead; members: readonly { id: string; name: string }[] };

/** The assignee of a lead in the list. A click changes it. */
export const AssigneeCell = ({ lead, members }: AssigneeCellProps) => {
  const { mutateAsync } = useChangeLead(lead.id);
  const ownId = useUserStore(({ _id }) => _id);
  return (
    <ChoiceCell
      label={`Assignee of ${nameOf(lead)}`}
      shortcut="a"
      value={lead.assigneeId ?? ''}
      options={assigneeChoices(members, ownId)}
      onChoose={(id) => mutateAsync({ assigneeId: id || null })}
    >
      {members.find(({ id }) => id === lead.assigneeId)?.name ?? <NoValue />}
    </ChoiceCell>
  );
};
