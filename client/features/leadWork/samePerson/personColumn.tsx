import { UsersRound } from 'lucide-react';
import type { DataColumn } from '#client/components/tables/DataTable.tsx';
import { Badge } from '#client/components/values/Badge.tsx';
import { NoValue } from '#client/components/values/NoValue.tsx';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';
import { duplicateLimits } from '#shared/limits.ts';

const countOf = (leads: number): string => `${leads >= duplicateLimits.counted ? `${leads}+` : leads} leads`;

/** The number of leads of a person who has several. */
export const PersonBadge = ({ leads }: { leads: number }) => (
  <Badge title="Repeats a known person">
    <UsersRound aria-hidden="true" />
    {countOf(leads)}
  </Badge>
);

/** Marks leads of a person who has an earlier lead. */
export const personColumn: DataColumn<WorkedLead> = {
  key: 'person',
  title: 'Known person',
  cell: ({ personLeads }) => (personLeads === undefined ? <NoValue /> : <PersonBadge leads={personLeads} />),
};
