import { CallLink } from '#client/components/buttons/CallLink.tsx';
import { StatusMark } from '#client/features/leadWork/StatusMark.tsx';
import { TestMark } from '#client/features/leadWork/TestMark.tsx';
import { WaitingMark } from '#client/features/leadWork/responses/WaitingMark.tsx';
import { formatRelative } from '#client/lib/format.ts';
import { PersonBadge } from '#client/features/leadWork/samePerson/personColumn.tsx';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { sourceNames } from '#shared/sourceNames.ts';

type LeadCardProps = {
  lead: WorkedLead;
  ladder: readonly LeadStatus[];
  members: readonly { id: string; name: string }[];
  onOpen: (id: string) => void;
};

/** A lead in the list of a phone: who it is, how far it is, and a button that calls. A tap anywhere opens it. */
export const LeadCard = ({ lead, ladder, members, onOpen }: LeadCardProps) => {
  const { id, name, email, phone, list, formName, campaignName, isTest, createdAt, personLeads } = lead;
  const status = ladder.find((each) => each.id === lead.statusId);
  const assignee = members.find((each) => each.id === lead.assigneeId);
  const origin = campaignName ?? formName;
  return (
    <div className="flex items-start gap-3">
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
        <div className="flex min-w-0 items-center gap-1.5">
          <button
            type="button"
            dir="auto"
            className="min-w-0 truncate text-start font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
            onClick={() => onOpen(id)}
          >
            {name || email || 'Without a name'}
          </button>
          {isTest && <TestMark />}
          {personLeads !== undefined && <PersonBadge leads={personLeads} />}
        </div>
        <div className="flex min-w-0 flex-wrap gap-x-3 text-[13px]">
          {status && <StatusMark status={status} />}
          <WaitingMark lead={lead} untimed={<time dateTime={createdAt}>{formatRelative(createdAt)}</time>} />
          {assignee && (
            <span dir="auto" className="truncate text-muted">
              {assignee.name}
            </span>
          )}
        </div>
        <p dir="auto" className="truncate text-[13px] text-muted">
          {sourceNames[list]}
          {origin !== null && ` · ${origin}`}
        </p>
      </div>
      <div className="relative z-10">
        <CallLink name={name} number={phone} />
      </div>
    </div>
  );
};
