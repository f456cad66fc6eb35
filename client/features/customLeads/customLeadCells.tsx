import type { ReactNode } from 'react';
import { Badge } from '#client/components/values/Badge.tsx';
import type { Tone } from '#client/components/values/Badge.tsx';
import { CopyableId } from '#client/components/buttons/CopyableId.tsx';
import type { DataColumn } from '#client/components/tables/DataTable.tsx';
import { EmailLink } from '#client/components/buttons/EmailLink.tsx';
import { NoValue } from '#client/components/values/NoValue.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { StatusDot } from '#client/components/values/StatusDot.tsx';
import { PersonCard } from '#client/components/values/PersonCard.tsx';
import { formatLongDateTime, noValue } from '#client/lib/format.ts';
import type { CustomLead } from '#shared/contracts/customLeads.ts';
import { customLeadColumns } from '#shared/customLeadColumns.ts';
import type { CustomLeadKey, CustomLeadValues } from '#shared/customLeadColumns.ts';
import type { PlatformId } from '#shared/platforms.ts';

/** Values are text here, but other servers may send other types. */
const toText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Colors of the states. Other states have none. */
const statusTones: Partial<Record<string, Tone>> = { accepted: 'success', waiting: 'warning', rejected: 'danger' };

const Status = ({ text }: { text: string }) => <StatusDot tone={statusTones[text.toLowerCase()]}>{text}</StatusDot>;

/** Platforms with a logo, by their names in imported files. */
const marks: Partial<Record<string, PlatformId>> = {
  fb: 'facebook',
  facebook: 'facebook',
  google: 'google',
  tiktok: 'tiktok',
};

const PlatformBadge = ({ text }: { text: string }) => {
  const platform = marks[text.toLowerCase()];
  return (
    <Badge>
      {platform && <PlatformIcon platform={platform} />}
      {text}
    </Badge>
  );
};

/** Columns that render more than text. Not called for empty values. */
const cells: Partial<Record<CustomLeadKey, (text: string) => ReactNode>> = {
  EmailAddress: (text) => <EmailLink address={text} />,
  Status: (text) => <Status text={text} />,
  is_organic: (text) => (/^(?:true|false)$/i.test(text) ? text.toUpperCase() : text),
  platform: (text) => <PlatformBadge text={text} />,
};

const idKeys: ReadonlySet<CustomLeadKey> = new Set(['ad_id', 'id', 'adset_id', 'campaign_id', 'form_id']);

const cellOf = (key: CustomLeadKey, text: string): ReactNode => {
  if (text === '') return <NoValue />;
  return idKeys.has(key) ? <CopyableId id={text} /> : (cells[key]?.(text) ?? text);
};

/** The imported time is hard to read, so the tooltip shows it in words. */
const hintOf = (key: CustomLeadKey, text: string): string | undefined => {
  if (text === '' || idKeys.has(key)) return undefined;
  const time = key === 'created_time' ? formatLongDateTime(text) : noValue;
  return time === noValue ? text : time;
};

/** The columns of a file or sheet. */
export const valueColumns: readonly DataColumn<CustomLeadValues>[] = customLeadColumns.map(({ key, title }) => ({
  key,
  title,
  kind: idKeys.has(key) || key === 'UNIX' ? 'id' : 'text',
  // A number does not identify a row; the name does.
  ...(key === 'Name' && { pin: 'start' }),
  cell: (row) => cellOf(key, toText(row[key])),
  hint: (row) => hintOf(key, toText(row[key])),
}));

/**
 * The columns of the table, plus the time of the last import. All are shown at first: people look for every column of
 * their file and can hide the rest in the menu.
 */
export const tableColumns: readonly DataColumn<CustomLead>[] = [
  ...valueColumns,
  {
    key: 'updatedAt',
    title: 'Updated At',
    cell: ({ updatedAt }) => formatLongDateTime(updatedAt),
    hint: ({ updatedAt }) => updatedAt,
  },
];

/** An imported lead in the list of a phone. */
export const CustomLeadCard = ({ lead }: { lead: CustomLead }) => {
  const [status, campaign, form, project] = [lead.Status, lead.campaign_name, lead.form_name, lead.Project].map(toText);
  return (
    <PersonCard
      name={toText(lead.Name)}
      email={toText(lead.EmailAddress)}
      phone={toText(lead.Number)}
      facts={
        <>
          {status !== '' && (
            <span className="mr-3 text-fg">
              <Status text={status ?? ''} />
            </span>
          )}
          {campaign || form || project || formatLongDateTime(lead.updatedAt)}
        </>
      }
    />
  );
};
