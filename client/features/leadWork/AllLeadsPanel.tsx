import { Settings2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Banner } from '#client/components/states/Banner.tsx';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { ColumnsChoice } from '#client/components/tables/ColumnsMenu.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { useIsOwner } from '#client/stores/workspaceStore.ts';
import { messages } from '#shared/messages.ts';
import { useLadder, useMembers, useWorkedLeads } from './leadWork.api.ts';
import { LeadCard } from './list/LeadCard.tsx';
import { shownWorkColumns } from './list/shownWorkColumns.ts';
import { WorkTable } from './list/WorkTable.tsx';
import { WorkToolbar } from './list/WorkToolbar.tsx';
import { ResponseTimesButton } from './responses/ResponseTimesButton.tsx';
import { SelectionBar } from './selection/SelectionBar.tsx';
import type { SelectionBody } from './selection/SelectionBar.tsx';
import { useSelection } from './selection/useSelection.ts';
import { useWorkAddress } from './useWorkAddress.ts';
import type { WorkAddress } from './useWorkAddress.ts';
import { workColumns } from './workColumns.tsx';

const LeadPanel = lazyScreen(async () => (await import('./LeadPanel.tsx')).LeadPanel);
const Board = lazyScreen(async () => (await import('./board/Board.tsx')).Board);
const LadderDialog = lazyScreen(async () => (await import('./ladder/LadderDialog.tsx')).LadderDialog);

type AllLeadsPanelProps = { onExport: (selection: SelectionBody & Pick<WorkAddress, 'sort' | 'order'>) => void };

/** Leads from all sources, with their status, assignee and tags. */
export const AllLeadsPanel = ({ onExport }: AllLeadsPanelProps) => {
  const address = useWorkAddress();
  const { page, query, sort, order, saved, lead, setLead } = address;
  const isBoard = address.as === 'board';
  const [isEditingLadder, setIsEditingLadder] = useState(false);
  const isOwner = useIsOwner();
  const ladder = useLadder();
  const members = useMembers();
  const leads = useWorkedLeads({ ...query, page: String(page), sort, order }, { isEnabled: saved.isReady && !isBoard });
  const open = (id: string): void => setLead(id, { isStep: true });
  const columns = workColumns({ ladder, members, onOpen: open });
  const { shown, toggle, reset } = shownWorkColumns(columns, address);
  const rows = isBoard ? [] : (leads.data?.data ?? []);
  const selection = useSelection({
    filter: query,
    shown: rows.map(({ id }) => id),
    total: leads.data?.totalItems ?? 0,
  });
  const index = rows.findIndex(({ id }) => id === lead);
  const neighbor = (step: -1 | 1): string | null => (index === -1 ? null : (rows[index + step]?.id ?? null));
  return (
    <div className="grid grid-cols-1 gap-3">
      <WorkToolbar
        address={address}
        ladder={ladder}
        members={members}
        actions={
          selection.count > 0 && !isBoard ? (
            <SelectionBar
              selection={selection}
              ladder={ladder}
              members={members}
              rows={rows}
              onExport={(selected) => onExport({ ...selected, sort, order })}
            />
          ) : (
            <>
              <ResponseTimesButton />
              {isOwner && (
                <Button onClick={() => setIsEditingLadder(true)}>
                  <Settings2 aria-hidden="true" className="-mx-0.5 size-4 sm:mr-0" />
                  <span className="max-sm:sr-only">Statuses</span>
                </Button>
              )}
              {!isBoard && <ColumnsChoice columns={columns} shown={shown} onToggle={toggle} onReset={reset} />}
            </>
          )
        }
      />
      {saved.isMissing && <Banner tone="warning">{messages.views.gone}</Banner>}
      {isBoard ? (
        <Suspense fallback={<Spinner label="Loading" />}>
          <Board address={address} ladder={ladder} members={members} onOpen={open} />
        </Suspense>
      ) : (
        <WorkTable
          address={address}
          leads={leads}
          columns={shown}
          renderCard={(each) => <LeadCard lead={each} ladder={ladder} members={members} onOpen={open} />}
          selection={selection}
        />
      )}
      {lead !== null && (
        <Suspense>
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
        </Suspense>
      )}
      {isEditingLadder && (
        <Suspense>
          <LadderDialog onClose={() => setIsEditingLadder(false)} />
        </Suspense>
      )}
    </div>
  );
};
