import type { DataColumn } from '#client/components/DataTable.tsx';
import { EmailLink } from '#client/components/EmailLink.tsx';
import { linkStyles } from '#client/components/linkStyles.ts';
import { Button } from '#client/components/Button.tsx';
import { formatDateTime, formatLongDateTime, noValue } from '#client/lib/format.ts';
import type { FormLead, Lead } from '#shared/contracts/leads.ts';
import { readContact } from '#shared/lib/leadAnswers.ts';
import type { LeadContact } from '#shared/lib/leadAnswers.ts';
import { toAnswers } from './toAnswers.ts';

type Row = { field_data?: unknown };

const contactOf = (lead: Row): LeadContact => readContact(toAnswers(lead.field_data));

const orDash = (text: string) => (text === '' ? noValue : text);

/* Like an address, a number is only linked when it is one: text of strangers stands in these cells. */
const Phone = ({ number }: { number: string }) =>
  /^\+?[\d ()./-]{5,}$/.test(number) ? (
    <a href={`tel:${number.replaceAll(/[^+\d]/g, '')}`} className={linkStyles}>
      {number}
    </a>
  ) : (
    orDash(number)
  );

const contactColumns = <R extends Row>(): DataColumn<R>[] => [
  { key: 'name', title: 'Name', cell: (lead) => orDash(contactOf(lead).name), hint: (lead) => contactOf(lead).name },
  {
    key: 'email',
    title: 'Email',
    cell: (lead) => <EmailLink address={contactOf(lead).email} />,
    hint: (lead) => contactOf(lead).email,
  },
  { key: 'phone', title: 'Phone', cell: (lead) => <Phone number={contactOf(lead).phone} /> },
];

const text = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : noValue);

export const leadColumns: DataColumn<Lead>[] = [
  ...contactColumns<Lead>(),
  { key: 'leadId', title: 'Lead Id', kind: 'id', cell: (lead) => text(lead.leadId), hint: (lead) => lead.leadId },
  {
    key: 'createdAt',
    title: 'created_time',
    cell: (lead) => formatDateTime(lead.createdAt),
    hint: (lead) => formatLongDateTime(lead.createdAt),
  },
  {
    key: 'updatedAt',
    title: 'Updated At',
    cell: (lead) => formatDateTime(lead.updatedAt),
    hint: (lead) => formatLongDateTime(lead.updatedAt),
  },
];

/** @param onView opens the details of a lead */
export const formLeadColumns = (onView: (lead: FormLead) => void): DataColumn<FormLead>[] => [
  ...contactColumns<FormLead>(),
  { key: 'formName', title: 'form Name', cell: (lead) => text(lead.formName), hint: (lead) => lead.formName },
  { key: 'pageId', title: 'page Id', kind: 'id', cell: (lead) => text(lead.pageId), hint: (lead) => lead.pageId },
  { key: 'formId', title: 'form Id', kind: 'id', cell: (lead) => text(lead.formId), hint: (lead) => lead.formId },
  { key: 'id', title: 'Lead Id', kind: 'id', cell: (lead) => text(lead.id), hint: (lead) => lead.id },
  {
    key: 'created_time',
    title: 'created_time',
    // The platform's own value; the reader's own time stands in the hint.
    cell: (lead) => text(lead.created_time),
    hint: (lead) => formatLongDateTime(lead.created_time),
  },
  {
    key: 'action',
    title: 'Action',
    pin: 'end',
    cell: (lead) => (
      <Button size="sm" variant="ghost" onClick={() => onView(lead)}>
        View Lead
      </Button>
    ),
  },
];
