import type { ReactNode } from 'react';
import { Badge } from '#client/components/Badge.tsx';
import type { Tone } from '#client/components/Badge.tsx';
import type { DataColumn } from '#client/components/DataTable.tsx';
import { EmailLink } from '#client/components/EmailLink.tsx';
import { StatusDot } from '#client/components/StatusDot.tsx';
import { formatLongDateTime, noValue } from '#client/lib/format.ts';
import type { CustomLead } from '#shared/contracts/customLeads.ts';
import { customLeadColumns } from '#shared/customLeadColumns.ts';
import type { CustomLeadKey, CustomLeadValues } from '#shared/customLeadColumns.ts';

/** Values are text, except where another server sends them as it likes. */
const toText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Other states than these are shown as well, without a colour. */
const statusTones: Partial<Record<string, Tone>> = { accepted: 'success', waiting: 'warning', rejected: 'danger' };

const Status = ({ text }: { text: string }) => <StatusDot tone={statusTones[text.toLowerCase()]}>{text}</StatusDot>;

/** Columns that are more than their text; none of them is asked for an empty one. */
const cells: Partial<Record<CustomLeadKey, (text: string) => ReactNode>> = {
  EmailAddress: (text) => <EmailLink address={text} />,
  Status: (text) => <Status text={text} />,
  is_organic: (text) => (/^(?:true|false)$/i.test(text) ? text.toUpperCase() : text),
  platform: (text) => <Badge>{text}</Badge>,
};

const idKeys: ReadonlySet<CustomLeadKey> = new Set(['ad_id', 'id', 'adset_id', 'campaign_id', 'form_id', 'UNIX']);

/** The columns of a file or sheet. */
export const valueColumns: readonly DataColumn<CustomLeadValues>[] = customLeadColumns.map(({ key, title }) => ({
  key,
  title,
  kind: idKeys.has(key) ? 'id' : 'text',
  // A number says little about whose row it is.
  ...(key === 'Name' && { pin: 'start' }),
  cell: (row) => {
    const text = toText(row[key]);
    return text === '' ? noValue : (cells[key]?.(text) ?? text);
  },
  hint: (row) => toText(row[key]) || undefined,
}));

/** The columns of the table: those, and when the record was last imported. */
export const tableColumns: readonly DataColumn<CustomLead>[] = [
  ...valueColumns,
  {
    key: 'updatedAt',
    title: 'Updated At',
    cell: ({ updatedAt }) => formatLongDateTime(updatedAt),
    hint: ({ updatedAt }) => updatedAt,
  },
];
