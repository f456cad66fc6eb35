import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { CopyButton } from '#client/components/buttons/CopyButton.tsx';
import { EmailLink } from '#client/components/buttons/EmailLink.tsx';
import { IconButton } from '#client/components/buttons/IconButton.tsx';
import { Sheet } from '#client/components/overlays/Sheet.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { AnswerList } from '#client/features/leads/LeadAnswers.tsx';
import { PhoneLink } from '#client/features/leads/PhoneLink.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import type { LeadDetail } from '#shared/contracts/leadWork.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { messages } from '#shared/messages.ts';
import { EditLead } from './byHand/EditLead.tsx';
import { useChangeLead, useWorkedLead } from './leadWork.api.ts';
import { NoteForm } from './NoteForm.tsx';
import { FirstResponse } from './responses/FirstResponse.tsx';
import { Timeline } from './Timeline.tsx';
import { WorkFields } from './WorkFields.tsx';
import { MergedBanner } from './samePerson/MergedBanner.tsx';
import { SamePerson } from './samePerson/SamePerson.tsx';
import { sourceNames } from '#shared/sourceNames.ts';

type LeadPanelProps = {
  id: string;
  ladder: readonly LeadStatus[];
  members: readonly { id: string; name: string }[];
  /** Ids of the neighbors in the list; null: none. */
  previous: string | null;
  next: string | null;
  onMove: (id: string) => void;
  onClose: () => void;
};

const Contact = ({ name, value, children }: { name: string; value: string; children: React.ReactNode }) =>
  value === '' ? null : (
    <span className="flex min-w-0 items-center gap-1">
      <span className="min-w-0 wrap-anywhere [&_a]:inline-block [&_a]:py-0.5">{children}</span>
      <CopyButton text={value} label={`Copy ${name}`} size="iconXs" />
    </span>
  );

const Section = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section className="border-t border-hairline p-4">
    <h3 className="mb-2 text-xs font-semibold">{title}</h3>
    {children}
  </section>
);

type BodyProps = { lead: LeadDetail } & Pick<LeadPanelProps, 'ladder' | 'members' | 'onMove'>;

const Body = ({ lead, ladder, members, onMove }: BodyProps) => {
  const change = useChangeLead(lead);
  const origin = [lead.campaignName, lead.adName].filter((name) => name !== null).join(' › ');
  return (
    <>
      {lead.mergedInto !== undefined && <MergedBanner into={lead.mergedInto} onMove={onMove} />}
      <div className="grid gap-3 p-4">
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          <Contact name="phone" value={lead.phone}>
            <PhoneLink number={lead.phone} />
          </Contact>
          <Contact name="email" value={lead.email}>
            <EmailLink address={lead.email} />
          </Contact>
        </div>
        <FirstResponse lead={lead} />
        {lead.mergedInto === undefined && <WorkFields lead={lead} ladder={ladder} members={members} change={change} />}
      </div>
      <SamePerson lead={lead} ladder={ladder} members={members} onMove={onMove} />
      <Section title="Notes and changes">
        {lead.mergedInto === undefined && <NoteForm change={change} />}
        <Timeline entries={lead.entries} arrivedAt={lead.createdAt} />
      </Section>
      <Section title="Answers">
        {lead.list === 'custom' && lead.mergedInto === undefined && <EditLead lead={lead} change={change} />}
        {origin !== '' && <p className="mb-2 text-[13px] wrap-anywhere text-muted">{origin}</p>}
        <AnswerList answers={lead.answers} />
      </Section>
    </>
  );
};

/** A lead with what people do with it. */
export const LeadPanel = ({ id, ladder, members, previous, next, onMove, onClose }: LeadPanelProps) => {
  const { data, error, isFetching, refetch } = useWorkedLead(id);
  return (
    <Sheet label="Lead" onClose={onClose}>
      <div className="flex h-full min-h-0 flex-col">
        <header className="shrink-0 border-b border-hairline py-3 pr-2 pl-4">
          <div className="flex items-start justify-between gap-2">
            <p className="min-w-0 truncate pt-1.5 text-xs text-muted">
              {data && [sourceNames[data.list], data.formName].filter((name) => name !== null).join(' · ')}
            </p>
            <div className="flex shrink-0">
              <IconButton
                label="Previous lead"
                icon={<ChevronUp />}
                size="iconSm"
                disabled={previous === null}
                onClick={() => previous !== null && onMove(previous)}
              />
              <IconButton
                label="Next lead"
                icon={<ChevronDown />}
                size="iconSm"
                disabled={next === null}
                onClick={() => next !== null && onMove(next)}
              />
              <IconButton label="Close" icon={<X />} size="iconSm" onClick={onClose} />
            </div>
          </div>
          <h2 className="pr-2 text-[15px] font-semibold wrap-anywhere">
            {data ? data.name || 'Without a name' : 'Lead'}
          </h2>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto">
          {data ? (
            <Body lead={data} ladder={ladder} members={members} onMove={onMove} />
          ) : error ? (
            <div className="p-4">
              <ErrorPanel
                message={messageOf(error, messages.leadWork.loadFailed)}
                onRetry={() => void refetch()}
                isRetrying={isFetching}
              />
            </div>
          ) : (
            <div className="grid animate-appear gap-4 p-4" aria-hidden="true">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-28 w-full" />
              <Skeleton className="h-44 w-full" />
            </div>
          )}
        </div>
      </div>
    </Sheet>
  );
};
