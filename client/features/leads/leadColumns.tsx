import { Button } from '#client/components/buttons/Button.tsx';
import { CopyableId } from '#client/components/buttons/CopyableId.tsx';
import type { DataColumn } from '#client/components/tables/DataTable.tsx';
import { EmailLink } from '#client/components/buttons/EmailLink.tsx';
import { NoValue } from '#client/components/values/NoValue.tsx';
import { formatDateTime, formatLongDateTime } from '#client/lib/format.ts';
import type { FormLead, Lead } from '#shared/contracts/leads.ts';
import { readContact } from '#shared/lib/leadAnswers.ts';
import type { LeadContact } from '#shared/lib/leadAnswers.ts';
import { PhoneLink } from './PhoneLink.tsx';
import { toAnswers } from './toAnswers.ts';

type Row = { field_data?: unknown };

export const contactOf = (lead: Row): LeadContact => readContact(toAnswers(lead.field_data));

/** Other servers may send values that are not text. Such values count as missing. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const orDash = (text: string) => (text === '' ? <NoValue /> : text);

const contactColumns = <R extends Row>(): DataColumn<R>[] => [
  {
    key: 'name',
    title: 'Name',
    widthClass: 'max-w-44',
    cell: (lead) => orDash(contactOf(lead).name),
    hint: (lead) => contactOf(lead).name || undefined,
  },
  {
    key: 'email',
    title: 'Email',
    widthClass: 'max-w-56',
    cell: (lead) => (contactOf(lead).email === '' ? <NoValue /> : <EmailLink address={contactOf(lead).email} />),
    hint: (lead) => contactOf(lead).email || undefined,
  },
  { key: 'phone', title: 'Phone', cell: (lead) => <PhoneLink number={contactOf(lead).phone} /> },
];

export const leadColumns: readonly DataColumn<Lead>[] = [
  ...contactColumns<Lead>(),
  {
    key: 'leadId',
    title: 'Lead Id',
    kind: 'id',
    cell: ({ leadId }) => <CopyableId id={textOf(leadId)} copyLabel={`Copy lead ID ${textOf(leadId)}`} />,
  },
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

const idColumn = (key: 'pageId' | 'formId' | 'id', title: string, name: string): DataColumn<FormLead> => ({
  key,
  title,
  kind: 'id',
  cell: (lead) => <CopyableId id={textOf(lead[key])} copyLabel={`Copy ${name} ID ${textOf(lead[key])}`} />,
});

/** All columns except the details link. */
export const formLeadColumns: readonly DataColumn<FormLead>[] = [
  ...contactColumns<FormLead>(),
  {
    key: 'formName',
    title: 'form Name',
    widthClass: 'max-w-52',
    cell: (lead) => orDash(textOf(lead.formName)),
    hint: (lead) => textOf(lead.formName) || undefined,
  },
  idColumn('pageId', 'page Id', 'page'),
  idColumn('formId', 'form Id', 'form'),
  idColumn('id', 'Lead Id', 'lead'),
  {
    key: 'created_time',
    title: 'created_time',
    // The platform's own text. The tooltip shows the time in the reader's time zone.
    cell: (lead) => orDash(textOf(lead.created_time)),
    hint: (lead) => formatLongDateTime(lead.created_time),
  },
];

/** @param onView opens the details of a lead */
export const viewLeadColumn = (onView: (lead: FormLead) => void): DataColumn<FormLead> => ({
  key: 'action',
  title: 'Action',
  pin: 'end',
  cell: (lead) => (
    <Button size="sm" variant="ghost" onClick={() => onView(lead)}>
      View Lead
    </Button>
  ),
});
