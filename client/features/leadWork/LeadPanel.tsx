import { CopyButton } from '#client/components/buttons/CopyButton.tsx';
import { EmailLink } from '#client/components/buttons/EmailLink.tsx';
import { DetailSheet } from '#client/components/overlays/DetailSheet.tsx';
import type { DetailPlace } from '#client/components/overlays/DetailSheet.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { AnswerList } from '#client/features/leads/LeadAnswers.tsx';
import { PhoneLink } from '#client/features/leads/PhoneLink.tsx';
import { leadPath } from '#client/lib/address/leadsAddress.ts';
import { useRememberedPlace } from '#client/stores/recentStore.ts';
import type { LeadDetail, WorkedLead } from '#shared/contracts/leadWork.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { messages } from '#shared/messages.ts';
import { EditLead } from './byHand/EditLead.tsx';
import { ContactBar } from './ContactBar.tsx';
import { useChangeLead, useWorkedLead } from './leadWork.api.ts';
import type { LeadChange } from './leadWork.api.ts';
import { NoteForm } from './NoteForm.tsx';
import { FirstResponse } from './responses/FirstResponse.tsx';
import { Timeline } from './Timeline.tsx';
import { WorkFields } from './WorkFields.tsx';
import { MergedBanner } from './samePerson/MergedBanner.tsx';
import { SamePerson } from './samePerson/SamePerson.tsx';
import { TestMark } from './TestMark.tsx';
import { sourceNames } from '#shared/sourceNames.ts';

type LeadPanelProps = DetailPlace & {
  id: string;
  /** The lead as the list shows it; undefined for a lead outside of the page. */
  row: WorkedLead | undefined;
  /** Opened to write a note. */
  isNoting: boolean;
  ladder: readonly LeadStatus[];
  members: readonly { id: string; name: string }[];
};

/** Until an ad account is connected. */
const defaultCurrency = 'EUR';

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

type WorkProps = Pick<LeadPanelProps, 'ladder' | 'members' | 'onMove'> & { change: LeadChange };

/** What the row of the list knows, too. */
const Work = ({
  lead,
  mergedInto,
  currency,
  ladder,
  members,
  change,
  onMove,
}: WorkProps & { lead: WorkedLead; mergedInto: string | undefined; currency: string }) => (
  <>
    {mergedInto !== undefined && <MergedBanner into={mergedInto} onMove={onMove} />}
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
      {mergedInto === undefined && (
        <WorkFields lead={lead} ladder={ladder} members={members} currency={currency} change={change} />
      )}
    </div>
  </>
);

const Details = ({
  lead,
  ladder,
  members,
  change,
  onMove,
  isNoting,
}: WorkProps & Pick<LeadPanelProps, 'isNoting'> & { lead: LeadDetail }) => {
  const origin = [lead.campaignName, lead.adName].filter((name) => name !== null).join(' › ');
  return (
    <>
      <SamePerson lead={lead} ladder={ladder} members={members} onMove={onMove} />
      <Section title="Notes and changes">
        {lead.mergedInto === undefined && <NoteForm leadId={lead.id} change={change} isOpenedFor={isNoting} />}
        <Timeline entries={lead.entries} arrivedAt={lead.createdAt} />
      </Section>
      <Section title="Answers">
        {lead.values && lead.mergedInto === undefined && <EditLead id={lead.id} values={lead.values} change={change} />}
        {origin !== '' && <p className="mb-2 text-[13px] wrap-anywhere text-muted">{origin}</p>}
        <AnswerList answers={lead.answers} />
      </Section>
    </>
  );
};

/** The details of a lead, with its status, notes and history. */
export const LeadPanel = ({ id, row, isNoting, ladder, members, ...place }: LeadPanelProps) => {
  const query = useWorkedLead(id, place.next);
  const { data } = query;
  const lead = data ?? row;
  const change = useChangeLead(id);
  useRememberedPlace(leadPath(id), lead && (lead.name || lead.email || lead.phone));
  const work = { ladder, members, change, onMove: place.onMove };
  return (
    <DetailSheet
      noun="lead"
      facts={
        <p className="truncate">
          {lead && [sourceNames[lead.list], lead.formName].filter((name) => name !== null).join(' · ')}
        </p>
      }
      title={
        <span className="flex items-center gap-2">
          <span className="font-semibold wrap-anywhere">{lead ? lead.name || 'Without a name' : 'Lead'}</span>
          {lead?.isTest && <TestMark />}
        </span>
      }
      query={query}
      failed={messages.leadWork.loadFailed}
      head={
        lead && (
          <Work
            lead={lead}
            mergedInto={data?.mergedInto}
            currency={data?.accountCurrency ?? defaultCurrency}
            {...work}
          />
        )
      }
      skeleton={
        <>
          {!lead && <Skeleton className="h-28 w-full" />}
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-44 w-full" />
        </>
      }
      body={data ? <Details lead={data} isNoting={isNoting} {...work} /> : null}
      footer={
        lead &&
        data?.mergedInto === undefined && (
          <ContactBar lead={lead} phoneE164={data?.phoneE164} ladder={ladder} change={change} />
        )
      }
      {...place}
    />
  );
};
