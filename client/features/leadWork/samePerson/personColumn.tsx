import { UsersRound } from 'lucide-react';
import type { DataColumn } from '#client/components/tables/DataTable.tsx';
import { Badge } from '#client/components/values/Badge.tsx';
import { NoValue } from '#client/components/values/NoValue.tsx';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';
import { duplicateLimits } from '#shared/limits.ts';

const countOf = (leads: number): string => `${leads >= duplicateLimits.counted ? `${leads}+` : leads} leads`;

/** Marks leads of a person who has an earlier lead. */
export const personColumn: DataColumn<WorkedLead> = {
  key: 'person',
  title: 'Known person',
  cell: ({ personLeads }) =>
    personLeads === undefined ? (
      <NoValue />
    ) : (
      <Badge title="Repeats a known person">
        <UsersRound aria-hidden="true" />
        {countOf(personLeads)}
      </Badge>
    ),
};
