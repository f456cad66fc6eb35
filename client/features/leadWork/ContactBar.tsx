import { Mail, MessageCircle, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { mailtoOf } from '#client/components/buttons/mailtoOf.ts';
import { telOf } from '#client/components/buttons/telOf.ts';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import type { LeadChange } from './leadWork.api.ts';

type ContactBarProps = {
  lead: WorkedLead;
  /** Null or undefined for a number whose country is unknown. */
  phoneE164: string | null | undefined;
  ladder: readonly LeadStatus[];
  change: LeadChange;
};

/** A call that reached nobody leaves the lead as new, but is a response. */
const outcomes = [
  { note: 'Reached', beginsWork: true },
  { note: 'No answer', beginsWork: false },
] as const;

type WayProps = { href: string; label: string; icon: ReactNode; isFirst?: boolean };

const Way = ({ href, label, icon, isFirst = false }: WayProps) => (
  <a
    href={href}
    className={buttonStyles({ variant: isFirst ? 'primary' : 'secondary', isWide: true })}
    {...(href.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
  >
    {icon}
    {label}
  </a>
);

/** Reaches the person of a lead, and records in one tap how a call went. */
export const ContactBar = ({ lead, phoneE164, ladder, change }: ContactBarProps) => {
  const tel = phoneE164 ? `tel:${phoneE164}` : telOf(lead.phone);
  const mailto = mailtoOf(lead.email);
  if (tel === null && mailto === null) return null;
  const isNew = ladder.find(({ id }) => id === lead.statusId)?.meaning === 'new';
  const working = ladder.find(({ meaning }) => meaning === 'working');
  const record = ({ note, beginsWork }: (typeof outcomes)[number]): void => {
    // A double tap is one call.
    if (change.isPending && change.variables.note === note) return;
    change.mutate({ note, ...(beginsWork && isNew && working ? { statusId: working.id } : {}) });
  };
  return (
    <footer className="grid shrink-0 gap-2 border-t border-hairline p-3">
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {tel !== null && (
          <Way isFirst href={tel} label="Call" icon={<Phone aria-hidden="true" className="size-4 shrink-0" />} />
        )}
        {phoneE164 && (
          <Way
            href={`https://wa.me/${phoneE164.slice(1)}`}
            label="WhatsApp"
            icon={<MessageCircle aria-hidden="true" className="size-4 shrink-0" />}
          />
        )}
        {mailto !== null && (
          <Way href={mailto} label="Email" icon={<Mail aria-hidden="true" className="size-4 shrink-0" />} />
        )}
      </div>
      {tel !== null && (
        <fieldset aria-label="After the call" className="grid auto-cols-fr grid-flow-col gap-2">
          {outcomes.map((outcome) => (
            <Button key={outcome.note} size="sm" onClick={() => record(outcome)}>
              {outcome.note}
            </Button>
          ))}
        </fieldset>
      )}
    </footer>
  );
};
