import type { ReactNode } from 'react';
import { EmailLink } from '#client/components/buttons/EmailLink.tsx';
import { CallLink } from '#client/components/buttons/CallLink.tsx';

type PersonCardProps = {
  name: string;
  email: string;
  phone: string;
  /** A line below the address. */
  facts: ReactNode;
  action?: ReactNode;
};

/** A lead in a list of a phone, with a button that calls. */
export const PersonCard = ({ name, email, phone, facts, action }: PersonCardProps) => (
  <div className="flex items-start gap-3">
    <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
      <p dir="auto" className="truncate font-medium">
        {name || 'Without a name'}
      </p>
      {email !== '' && (
        <p className="truncate text-[13px]">
          <EmailLink address={email} />
        </p>
      )}
      <p dir="auto" className="truncate text-[13px] text-muted">
        {facts}
      </p>
    </div>
    <div className="grid gap-1">
      <CallLink name={name} number={phone} />
      {action}
    </div>
  </div>
);
