import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import type { Action } from '#client/components/actions/Action.ts';
import { ActionButton } from '#client/components/actions/ActionButton.tsx';
import { Banner } from '#client/components/states/Banner.tsx';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { ColumnsChoice } from '#client/components/tables/ColumnsMenu.tsx';
import { cn } from '#client/lib/cn.ts';
import { useIsCompact, useIsNarrow } from '#client/lib/hooks/useMediaQuery.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { useIsOwner } from '#client/stores/workspaceStore.ts';
import { messages } from '#shared/messages.ts';
import { useLadderAction } from './ladder/useLadderAction.tsx';
import { useLadder, useMembers, useWorkedLeads } from './leadWork.api.ts';
import { LeadCard } from './list/LeadCard.tsx';
import { shownWorkColumns } from './list/shownWorkColumns.ts';
import { WorkTable } from './list/WorkTable.tsx';
import { WorkToolbar } from './list/WorkToolbar.tsx';
import { useResponseTimesAction } from './responses/useResponseTimesAction.tsx';
import { SelectionBar } from './selection/SelectionBar.tsx';
import type { SelectionBody } from './selection/SelectionBar.tsx';
import { useSelection } from './selection/useSelection.ts';
import { useWorkAddress } from './useWorkAddress.ts';
import type { WorkAddress } from './useWorkAddress.ts';
import { workColumns } from './workColumns.tsx';

const LeadPanel = lazyScreen(async () => (await import('./LeadPanel.tsx')).LeadPanel);
const Board = lazyScreen(async () => (await import('./board/Board.tsx')).Board);

type AllLeadsPanelProps = {
  onExport: (selection: SelectionBody & Pick<WorkAddress, 'sort' | 'order'>) => void;
  /** The menu of all actions on phones, with those of the list. */
  renderMore: (own: readonly Action[]) => ReactNode;
};

/** Leads from all sources, with their status, assignee and tags. */
export const AllLeadsPanel = ({ onExport, renderMore }: AllLeadsPanelProps) => {
  const address = useWorkAddress();
  const { page, query, sort, order, saved, lead, setLead } = address;
  const isBoard = address.as === 'board';
  const isOwner = useIsOwner();
  const responses = useResponseTimesAction();
  const statuses = useLadderAction();
  const own = [responses.action, ...(isOwner ? [statuses.action] : [])];
  const ladder = useLadder();
  const members = useMembers();
  const leads = useWorkedLeads({ ...query, page: String(page), sort, order }, { isEnabled: saved.isReady && !isBoard });
  /** The lead that was opened for a note. */
  const [noted, setNoted] = useState<string | null>(null);
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
  const isCompact = useIsCompact();
  const areCards = useIsNarrow();
  const columnsChoice = !isBoard && !areCards && (
    <ColumnsChoice columns={columns} shown={shown} onToggle={toggle} onReset={reset} />
  );
  const selected = selection.count > 0 && !isBoard && (
    <SelectionBar
      selection={selection}
      ladder={ladder}
      members={members}
      rows={rows}
      onExport={(chosen) => onExport({ ...chosen, sort, order })}
    />
  );
  return (
    // The bar for the selected leads covers the bottom of a phone.
    <div className={cn('grid grid-cols-1 gap-2 sm:gap-3', selected && 'max-sm:pb-28')}>
      <WorkToolbar
        address={address}
        ladder={ladder}
        members={members}
        columns={columnsChoice}
        more={renderMore(own)}
        actions={
          selected || (
            <>
              {own.map((action) => (
                <ActionButton key={action.key} action={action} />
              ))}
              {columnsChoice}
            </>
          )
        }
      />
      {isCompact && selected}
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
          onOpen={open}
          onNote={(id) => {
            setNoted(id);
            open(id);
          }}
        />
      )}
      {lead !== null && (
        <Suspense>
          <LeadPanel
            key={lead}
            id={lead}
            row={rows[index]}
            isNoting={lead === noted}
            ladder={ladder}
            members={members}
            previous={neighbor(-1)}
            next={neighbor(1)}
            onMove={setLead}
            onClose={() => {
              setNoted(null);
              setLead(null);
            }}
          />
        </Suspense>
      )}
      {responses.dialog}
      {statuses.dialog}
    </div>
  );
};
