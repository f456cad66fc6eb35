import { useDndContext, useDraggable } from '@dnd-kit/core';
import type { Active } from '@dnd-kit/core';
import type { KeyboardEvent } from 'react';
import { OneLine } from '#client/components/values/OneLine.tsx';
import { TestMark } from '#client/features/leadWork/TestMark.tsx';
import { cn } from '#client/lib/cn.ts';
import { formatLongDateTime, formatMoney, formatRelative } from '#client/lib/format.ts';
import { sourceNames } from '#shared/sourceNames.ts';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';

export type Members = readonly { id: string; name: string }[];

type CardBodyProps = { lead: WorkedLead; members: Members };

const CardBody = ({ lead, members }: CardBodyProps) => {
  const { name, list, formName, assigneeId, createdAt, value, isTest } = lead;
  return (
    <>
      <span className="flex items-start justify-between gap-1.5">
        <OneLine className="font-medium">{name || 'Without a name'}</OneLine>
        {isTest && <TestMark />}
      </span>
      <span className="block truncate text-xs text-muted">
        {[sourceNames[list], formName].filter((part) => part !== null).join(' · ')}
      </span>
      <span className="mt-1.5 flex items-center justify-between gap-2 text-xs text-muted">
        <span dir="auto" className="truncate">
          {members.find(({ id }) => id === assigneeId)?.name ?? 'Nobody'}
        </span>
        <time dateTime={createdAt} title={formatLongDateTime(createdAt)} className="shrink-0">
          {formatRelative(createdAt)}
        </time>
      </span>
      {value && (
        <span className="mt-1 block text-xs font-medium tabular-nums">{formatMoney(value.amount, value.currency)}</span>
      )}
    </>
  );
};

const cardStyles = 'w-full rounded-md border border-hairline bg-surface p-2.5 text-left text-[13px]';

type CardProps = CardBodyProps & {
  onOpen: (id: string) => void;
  onKey: (event: KeyboardEvent, lead: WorkedLead) => void;
};

/** A lead on the board. People drag it, or move it with the arrow keys. */
export const Card = ({ lead, members, onOpen, onKey }: CardProps) => {
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: lead.id, data: { lead } });
  return (
    <button
      ref={setNodeRef}
      {...listeners}
      type="button"
      data-card={lead.id}
      data-dragged={isDragging || undefined}
      aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
      className={cn(cardStyles, 'select-none hover:border-control', isDragging && 'opacity-40')}
      onClick={() => onOpen(lead.id)}
      onKeyDown={(event) => onKey(event, lead)}
    >
      <CardBody lead={lead} members={members} />
    </button>
  );
};

/** The lead of a dragged card. */
export const leadOf = (dragged: Active | null): WorkedLead | undefined => dragged?.data.current?.['lead'];

/** The dragged card as it follows the pointer. */
export const DraggedCard = ({ members }: Pick<CardProps, 'members'>) => {
  const lead = leadOf(useDndContext().active);
  return (
    lead && (
      <div aria-hidden="true" className={cn(cardStyles, 'rotate-1 shadow-popover')}>
        <CardBody lead={lead} members={members} />
      </div>
    )
  );
};
