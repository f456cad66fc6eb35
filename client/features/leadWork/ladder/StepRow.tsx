import { GripVertical, Trash2 } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { IconButton } from '#client/components/buttons/IconButton.tsx';
import { Select } from '#client/components/forms/Select.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { StatusDot } from '#client/features/leadWork/StatusMark.tsx';
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
  /** From 0. */
  position: number;
  count: number;
  onChange: (change: Partial<DraftStep>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

/** The position in a list that a pointer is over. */
const positionAt = (list: Element, y: number): number =>
  [...list.children].filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y > top + height / 2;
  }).length;

/** A step of the ladder. Its handle is dragged, or moved with the arrow keys. */
export const StepRow = ({ step, position, count, onChange, onMove, onRemove }: StepRowProps) => {
  const name = step.name || 'New status';
  const handleKey = (event: KeyboardEvent): void => {
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(position + by);
  };
  const handleDrag = (event: PointerEvent<HTMLButtonElement>): void => {
    const { currentTarget, clientY, pointerId } = event;
    const list = currentTarget.closest('ol');
    if (!currentTarget.hasPointerCapture(pointerId) || !list) return;
    const over = positionAt(list, clientY);
    // The own row does not count while it is above the pointer.
    const to = over > position ? over - 1 : over;
    if (to !== position) onMove(to);
  };
  return (
    <li className="flex flex-wrap items-center gap-2 border-b border-hairline py-2 last:border-b-0">
      <button
        type="button"
        aria-label={`Move ${name}, ${position + 1} of ${count}. Use the arrow keys.`}
        title="Drag, or use the arrow keys"
        className="grid h-9 w-6 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-muted hover:text-fg active:cursor-grabbing pointer-coarse:h-11 pointer-coarse:w-9"
        onKeyDown={handleKey}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={handleDrag}
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
