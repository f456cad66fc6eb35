import { Phone } from 'lucide-react';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { telOf } from './telOf.ts';

/** Calls a lead. Nothing for a text that is no phone number. */
export const CallLink = ({ name, number }: { name: string; number: string }) => {
  const tel = telOf(number);
  return (
    tel !== null && (
      <a
        href={tel}
        aria-label={name === '' ? `Call ${number}` : `Call ${name}`}
        className={buttonStyles({ size: 'sm' })}
      >
        <Phone aria-hidden="true" className="-ml-0.5 size-4" />
        Call
      </a>
    )
  );
};
