import { Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { IconButton } from '#client/components/buttons/IconButton.tsx';
import { ConfirmDialog } from '#client/components/overlays/ConfirmDialog.tsx';
import { StatusMark } from '#client/features/leadWork/StatusMark.tsx';
import { formatInteger } from '#client/lib/format.ts';
import { useIsNarrow } from '#client/lib/hooks/useMediaQuery.ts';
import { useIsOwner } from '#client/stores/workspaceStore.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { bulkLimits, undoLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { ChoiceMenu } from './ChoiceMenu.tsx';
import { TagsDialog } from './TagsDialog.tsx';
import { useBulkChange } from './useBulkChange.ts';
import type { LeadSelection } from './useSelection.ts';

export type SelectionBody = LeadSelection['body'];

type SelectionBarProps = {
  selection: LeadSelection;
  ladder: readonly LeadStatus[];
  members: readonly { id: string; name: string }[];
  /** The leads on the page. The deletion dialog shows their names. */
  rows: readonly { id: string; name: string }[];
  onExport: (selection: SelectionBody) => void;
};

const shownNames = 5;

/** Describes the leads to delete, by name if they are on the page. */
const DeletedLeads = ({ selection, rows }: Pick<SelectionBarProps, 'selection' | 'rows'>) => {
  const names = selection.isAll
    ? []
    : rows.filter(({ id }) => selection.selected.has(id)).map(({ name }) => name || 'Without a name');
  const others = selection.count - Math.min(names.length, shownNames);
  if (names.length === 0) return <p>All {formatInteger(selection.count)} leads of this filter will be deleted.</p>;
  return (
    <>
      <p>These leads will be deleted:</p>
      <ul className="mt-2 list-disc pl-5 wrap-anywhere">
        {names.slice(0, shownNames).map((name, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- several leads can have the same name
          <li key={index}>{name}</li>
        ))}
        {others > 0 && <li>and {formatInteger(others)} more</li>}
      </ul>
    </>
  );
};

/** Actions for the selected leads. Replaces the right side of the filter row. */
export const SelectionBar = ({ selection, ladder, members, rows, onExport }: SelectionBarProps) => {
  const [dialog, setDialog] = useState<'tags' | 'delete' | null>(null);
  const isOwner = useIsOwner();
  const change = useBulkChange(selection);
  const { count, total, isAll, isPageSelected, isTooLarge, body, selectAll, clear } = selection;
  const isNarrow = useIsNarrow();
  // Cards have no box that ticks the whole page.
  const canSelectAll = (isPageSelected || isNarrow) && !isAll && total > count;
  const leads = count === 1 ? '1 lead' : `${formatInteger(count)} leads`;
  const close = (): void => setDialog(null);
  const act = (action: Parameters<typeof change.mutate>[0]): void => change.mutate(action, { onSettled: close });
  return (
    <section
      aria-label="Selected leads"
      className="ml-auto flex flex-wrap items-center gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-hairline max-sm:bg-surface max-sm:p-2"
    >
      <output className="text-[13px] tabular-nums">
        {isAll
          ? `All ${formatInteger(count)} selected`
          : canSelectAll
            ? `${formatInteger(count)} selected`
            : `${formatInteger(count)} of ${formatInteger(total)} selected`}
      </output>
      {canSelectAll && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Select all ${formatInteger(total)} leads of this filter`}
          onClick={selectAll}
        >
          Select all {formatInteger(total)}
        </Button>
      )}
      {isTooLarge ? (
        <span className="text-[13px] text-muted">
          {messages.activity.tooManyLeads(isAll ? bulkLimits.rows : bulkLimits.ids)}
        </span>
      ) : (
        <>
          <ChoiceMenu
            label="Set status"
            options={ladder.map((status) => ({ value: status.id, label: <StatusMark status={status} /> }))}
            onChoose={(statusId) => act({ kind: 'status', statusId })}
          />
          <ChoiceMenu
            label="Assign"
            options={[{ value: '', label: 'Nobody' }, ...members.map(({ id, name }) => ({ value: id, label: name }))]}
            onChoose={(id) => act({ kind: 'assignee', assigneeId: id === '' ? null : id })}
          />
          <Button size="sm" onClick={() => setDialog('tags')}>
            Tags
          </Button>
        </>
      )}
      {(isAll || !isTooLarge) && (
        <Button size="sm" onClick={() => onExport(body)}>
          Export
        </Button>
      )}
      {isOwner && !isTooLarge && (
        <Button size="sm" icon={<Trash2 />} onClick={() => setDialog('delete')}>
          Delete
        </Button>
      )}
      <IconButton
        label="Clear the selection"
        icon={<X />}
        size="iconSm"
        className="max-sm:order-first max-sm:-mr-2"
        onClick={clear}
      />
      {dialog === 'tags' && (
        <TagsDialog
          leads={leads}
          isBusy={change.isPending}
          onClose={close}
          onSave={(tags) => act({ kind: 'tags', ...tags })}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={`Delete ${leads}`}
          confirmLabel={`Delete ${leads}`}
          isBusy={change.isPending}
          onCancel={close}
          onConfirm={() => act({ kind: 'delete' })}
        >
          <DeletedLeads selection={selection} rows={rows} />
          <p className="mt-3 text-muted">
            Their notes and tags are deleted with them, and reads of the platforms do not bring them back. You can undo
            this for {undoLimits.days} days under Activity.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
};
