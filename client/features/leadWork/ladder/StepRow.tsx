import { useSortable } from '@dnd-kit/sortable';
import { GripVertical, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '#client/components/buttons/IconButton.tsx';
import { Select } from '#client/components/forms/Select.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { StatusDot } from '#client/features/leadWork/StatusMark.tsx';
import { cn } from '#client/lib/cn.ts';
import { leadMeanings, leadStatusColors } from '#shared/leadStatuses.ts';
import type { LeadMeaning, LeadStatus } from '#shared/leadStatuses.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import type { DraftStep } from './ladderDraft.ts';

const meaningNames: Record<LeadMeaning, string> = {
  new: 'New',
  working: 'In work',
  qualified: 'Qualified',
  won: 'Won',
  lost: 'Lost',
  junk: 'Junk',
};

const colorNames: Record<LeadStatus['color'], string> = {
  gray: 'Gray',
  blue: 'Blue',
  violet: 'Violet',
  green: 'Green',
  amber: 'Amber',
  red: 'Red',
};

const steps: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

type StepRowProps = {
  step: DraftStep;
  /** Zero-based. */
  position: number;
  count: number;
  onChange: (change: Partial<DraftStep>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

/** A status in the list. People drag its handle, or move it with the arrow keys. */
export const StepRow = ({ step, position, count, onChange, onMove, onRemove }: StepRowProps) => {
  const name = step.name || 'New status';
  const { setNodeRef, setActivatorNodeRef, listeners, isDragging, transform, transition } = useSortable({
    id: step.key,
  });
  const handleKey = (event: KeyboardEvent): void => {
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(position + by);
  };
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
      className={cn(
        'flex flex-wrap items-center gap-2 border-b border-hairline py-2 last:border-b-0',
        isDragging && 'relative z-10 bg-surface shadow-popover',
      )}
    >
      <button
        ref={setActivatorNodeRef}
        {...listeners}
        type="button"
        aria-label={`Move ${name}, ${position + 1} of ${count}. Use the arrow keys.`}
        title="Drag, or use the arrow keys"
        className="grid h-9 w-6 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-muted hover:text-fg active:cursor-grabbing pointer-coarse:h-11 pointer-coarse:w-9"
        onKeyDown={handleKey}
      >
        <GripVertical aria-hidden="true" className="size-4" />
      </button>
      <StatusDot color={step.color} />
      <div className="min-w-36 flex-1">
        <TextInput
          aria-label={`Name of ${name}`}
          value={step.name}
          maxLength={leadWorkLimits.statusName}
          placeholder="Name"
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </div>
      <div className="flex items-center gap-2 max-sm:w-full max-sm:pl-8">
        <Select
          aria-label={`Color of ${name}`}
          className="w-28"
          value={step.color}
          onChange={({ target }) =>
            onChange({ color: leadStatusColors.find((color) => color === target.value) ?? step.color })
          }
        >
          {leadStatusColors.map((color) => (
            <option key={color} value={color}>
              {colorNames[color]}
            </option>
          ))}
        </Select>
        <Select
          aria-label={`Meaning of ${name}`}
          className="w-32"
          value={step.meaning}
          onChange={({ target }) =>
            onChange({ meaning: leadMeanings.find((meaning) => meaning === target.value) ?? step.meaning })
          }
        >
          {leadMeanings.map((meaning) => (
            <option key={meaning} value={meaning}>
              {meaningNames[meaning]}
            </option>
          ))}
        </Select>
        <IconButton label={`Remove ${name}`} icon={<Trash2 />} size="iconSm" onClick={onRemove} />
      </div>
    </li>
  );
};
