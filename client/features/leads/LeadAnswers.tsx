import type { ReactNode } from 'react';
import { CopyableId } from '#client/components/buttons/CopyableId.tsx';
import { CopyButton } from '#client/components/buttons/CopyButton.tsx';
import { EmailLink } from '#client/components/buttons/EmailLink.tsx';
import { NoValue } from '#client/components/values/NoValue.tsx';
import { formatLongDateTime } from '#client/lib/format.ts';
import type { FormLead, LeadAnswer } from '#shared/contracts/leads.ts';
import { PhoneLink } from './PhoneLink.tsx';
import { toAnswers } from './toAnswers.ts';

const facts = [
  ['created_time', 'Sent'],
  ['formName', 'Form'],
  ['formId', 'Form ID'],
  ['pageId', 'Page ID'],
  ['id', 'Lead ID'],
  ['campaign_name', 'Campaign'],
  ['campaign_id', 'Campaign ID'],
  ['adset_name', 'Ad set'],
  ['adset_id', 'Ad set ID'],
  ['ad_name', 'Ad'],
  ['ad_id', 'Ad ID'],
] as const satisfies readonly (readonly [keyof FormLead, string])[];

/** `which_model?` as `Which model?` */
const toLabel = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

const Value = ({ name, value }: { name: string; value: string }) => {
  if (/e-?mail/i.test(name)) return <EmailLink address={value} />;
  return /phone/i.test(name) ? <PhoneLink number={value} /> : value;
};

const Entry = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-x-4 border-b border-hairline py-2 last:border-b-0 sm:grid-cols-[minmax(8rem,1fr)_2fr]">
    <dt className="text-[13px] wrap-anywhere text-muted">{label}</dt>
    <dd className="flex min-w-0 items-start gap-1">{children}</dd>
  </div>
);

/** Answers to one question. Keeps line breaks; several answers form a list. */
const Answer = ({ name, values }: LeadAnswer) => {
  const given = values.filter((value) => value.trim() !== '');
  if (given.length === 0) return <NoValue />;
  return (
    <>
      {given.length === 1 ? (
        <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
          <Value name={name} value={given[0] ?? ''} />
        </span>
      ) : (
        <ul className="min-w-0 flex-1 list-disc pl-4 wrap-anywhere marker:text-muted">
          {[...new Set(given)].map((value) => (
            <li key={value}>
              <Value name={name} value={value} />
            </li>
          ))}
        </ul>
      )}
      <CopyButton text={given.join('\n')} label={`Copy ${toLabel(name)}`} size="iconXs" />
    </>
  );
};

const Fact = ({ name, value }: { name: string; value: string }) => {
  if (name === 'created_time') return <time title={value}>{formatLongDateTime(value)}</time>;
  return /id$/i.test(name) ? <CopyableId id={value} /> : <span className="wrap-anywhere">{value}</span>;
};

/** Questions and answers as readable text. */
export const AnswerList = ({ answers }: { answers: readonly LeadAnswer[] }) =>
  answers.length === 0 ? (
    <p className="text-[13px] text-muted">The form was sent without answers.</p>
  ) : (
    <dl>
      {answers.map((answer, index) => (
        // A form may contain the same question twice.
        <Entry key={`${index} ${answer.name}`} label={toLabel(answer.name)}>
          <Answer {...answer} />
        </Entry>
      ))}
    </dl>
  );

/** A lead as readable text: questions and answers, then its source. */
export const LeadAnswers = ({ lead }: { lead: FormLead }) => (
  <>
    <AnswerList answers={toAnswers(lead.field_data)} />
    <h3 className="mt-5 mb-1 text-xs font-semibold">Origin</h3>
    <dl>
      {facts.map(([key, label]) => {
        const value: unknown = lead[key];
        return typeof value === 'string' && value !== '' ? (
          <Entry key={key} label={label}>
            <Fact name={key} value={value} />
          </Entry>
        ) : null;
      })}
    </dl>
  </>
);
