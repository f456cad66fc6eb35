import { useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Select } from '#client/components/forms/Select.tsx';
import { formatInteger } from '#client/lib/format.ts';
import type { DraftStep } from './ladderDraft.ts';

type RemoveStepProps = {
  step: DraftStep;
  leads: number;
  /** The statuses that can receive its leads. */
  others: readonly DraftStep[];
  onRemove: (to: string) => void;
  onCancel: () => void;
};

/** Lets the person choose a new status for the leads of a removed status. */
export const RemoveStep = ({ step, leads, others, onRemove, onCancel }: RemoveStepProps) => {
  const choices = others.flatMap(({ id, name }) => (id === null ? [] : { id, name }));
  const [to, setTo] = useState(choices[0]?.id ?? '');
  return (
    <div className="my-3 flex flex-wrap items-center gap-2 rounded-md border border-hairline bg-hover p-3 text-[13px]">
      <span className="min-w-0 wrap-anywhere">
        {leads === 1 ? '1 lead has' : `${formatInteger(leads)} leads have`} the status “{step.name}”.{' '}
        {leads === 1 ? 'It gets' : 'They get'}
      </span>
      <Select
        aria-label={`New status of the leads with ${step.name}`}
        className="w-40"
        value={to}
        onChange={({ target }) => setTo(target.value)}
      >
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <span className="ml-auto flex gap-2">
        <Button size="sm" onClick={onCancel}>
          Keep
        </Button>
        <Button size="sm" variant="primary" disabled={to === ''} onClick={() => onRemove(to)}>
          Remove
        </Button>
      </span>
    </div>
  );
};
