import { EmailLink } from '#client/components/buttons/EmailLink.tsx';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import type { DataColumn } from '#client/components/tables/DataTable.tsx';
import { NoValue } from '#client/components/values/NoValue.tsx';
import { PhoneLink } from '#client/features/leads/PhoneLink.tsx';
import { cn } from '#client/lib/cn.ts';
import { formatLongDateTime, formatMoney, formatRelative } from '#client/lib/format.ts';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { AssigneeCell, StatusCell } from './list/WorkCells.tsx';
import { personColumn } from './samePerson/personColumn.tsx';
import { sourceNames } from '#shared/sourceNames.ts';
import { WaitingMark } from './responses/WaitingMark.tsx';
import { TestMark } from './TestMark.tsx';

type Member = { id: string; name: string };

const orNothing = (text: string | null) => (text === null || text === '' ? <NoValue /> : text);

const Age = ({ at }: { at: string }) => <time dateTime={at}>{formatRelative(at)}</time>;

type Options = { ladder: readonly LeadStatus[]; members: readonly Member[]; onOpen: (id: string) => void };

export const workColumns = ({ ladder, members, onOpen }: Options): DataColumn<WorkedLead>[] => [
  {
    key: 'name',
    sortKey: 'name',
    title: 'Name',
    widthClass: 'max-w-48',
    cell: ({ id, name, isTest }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <button
          type="button"
          dir="auto"
          className={cn(linkStyles, 'block min-w-0 truncate text-start')}
          onClick={() => onOpen(id)}
        >
          {name === '' ? 'Without a name' : name}
        </button>
        {isTest && <TestMark />}
      </span>
    ),
    hint: ({ name }) => name || undefined,
  },
  {
    key: 'status',
    sortKey: 'status',
    title: 'Status',
    widthClass: 'max-w-40',
    cell: (lead) => <StatusCell lead={lead} ladder={ladder} />,
  },
  {
    key: 'assignee',
    sortKey: 'assignee',
    title: 'Assignee',
    widthClass: 'max-w-40',
    cell: (lead) => <AssigneeCell lead={lead} members={members} />,
  },
  { key: 'response', title: 'First response', cell: (lead) => <WaitingMark lead={lead} /> },
  {
    key: 'email',
    title: 'Email',
    widthClass: 'max-w-56',
    cell: ({ email }) => <EmailLink address={email} />,
    hint: ({ email }) => email || undefined,
  },
  { key: 'phone', title: 'Phone', cell: ({ phone }) => <PhoneLink number={phone} /> },
  personColumn,
  {
    key: 'source',
    sortKey: 'source',
    title: 'Source',
    widthClass: 'max-w-56',
    cell: ({ list, formName }) => (formName === null ? sourceNames[list] : `${sourceNames[list]} · ${formName}`),
    hint: ({ formName }) => formName ?? undefined,
  },
  {
    key: 'campaign',
    sortKey: 'campaign',
    title: 'Campaign',
    widthClass: 'max-w-48',
    cell: ({ campaignName }) => orNothing(campaignName),
    hint: ({ campaignName }) => campaignName ?? undefined,
  },
  {
    key: 'tags',
    title: 'Tags',
    widthClass: 'max-w-48',
    cell: ({ tags }) => orNothing(tags.join(', ')),
    hint: ({ tags }) => tags.join(', ') || undefined,
  },
  {
    key: 'value',
    sortKey: 'value',
    title: 'Value',
    kind: 'number',
    isHiddenAtFirst: true,
    cell: ({ value }) => (value ? formatMoney(value.amount, value.currency) : <NoValue />),
  },
  {
    key: 'arrived',
    sortKey: 'arrival',
    title: 'Arrived',
    cell: ({ createdAt }) => <Age at={createdAt} />,
    hint: ({ createdAt }) => formatLongDateTime(createdAt),
  },
  {
    key: 'activity',
    sortKey: 'activity',
    title: 'Last activity',
    isHiddenAtFirst: true,
    cell: ({ activeAt }) => <Age at={activeAt} />,
    hint: ({ activeAt }) => formatLongDateTime(activeAt),
  },
];
