import { ColumnsMenu } from '#client/components/tables/ColumnsMenu.tsx';
import { useShownColumns } from '#client/stores/columnsStore.ts';
import { useLadder, useMembers, useWorkedLeads } from './leadWork.api.ts';
import { LeadPanel } from './LeadPanel.tsx';
import { WorkTable } from './list/WorkTable.tsx';
import { WorkToolbar } from './list/WorkToolbar.tsx';
import { useWorkAddress } from './useWorkAddress.ts';
import { workColumns } from './workColumns.tsx';

/** The leads of all sources, with what people made of them. */
export const AllLeadsPanel = () => {
  const address = useWorkAddress();
  const { page, search, filters, sort, lead, setLead } = address;
  const ladder = useLadder();
  const members = useMembers();
  const leads = useWorkedLeads({
    page: String(page),
    search: search === '' ? undefined : search,
    status: filters.status.join() || undefined,
    assignee: filters.assignee.join() || undefined,
    list: filters.list.join() || undefined,
    sort,
    order: sort === 'name' ? 'asc' : undefined,
  });
  const columns = workColumns({ ladder, members, onOpen: (id) => setLead(id, { isStep: true }) });
  const shown = useShownColumns('allLeads', columns);
  const rows = leads.data?.data ?? [];
  const index = rows.findIndex(({ id }) => id === lead);
  const neighbor = (step: -1 | 1): string | null => (index === -1 ? null : (rows[index + step]?.id ?? null));
  return (
    <div className="grid grid-cols-1 gap-3">
      <WorkToolbar
        address={address}
        ladder={ladder}
        members={members}
        actions={<ColumnsMenu table="allLeads" columns={columns} />}
      />
      <WorkTable address={address} leads={leads} columns={shown} />
      {lead !== null && (
        <LeadPanel
          key={lead}
          id={lead}
          ladder={ladder}
          members={members}
          previous={neighbor(-1)}
          next={neighbor(1)}
          onMove={setLead}
          onClose={() => setLead(null)}
        />
      )}
    </div>
  );
};
