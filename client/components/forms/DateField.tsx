import { useState } from 'react';
import { Field } from './Field.tsx';
import { TextInput } from './TextInput.tsx';
import type { Day } from '#shared/lib/dateRange.ts';
import { isDay } from '#shared/lib/dateRange.ts';

type DateFieldProps = {
  label: string;
  value: Day;
  min: Day;
  max: Day;
  onChange: (day: Day) => void;
  onFocus: () => void;
};

/** Empty, or with a half-typed year (`0202`): neither valid nor invalid yet. */
const isUnfinished = (text: string): boolean => text === '' || text.startsWith('0');

/** A day within bounds. Rejects a typed day out of bounds at once and restores the previous day. */
export const DateField = ({ label, value, min, max, onChange, onFocus }: DateFieldProps) => {
  const [unfinished, setUnfinished] = useState<string | null>(null);
  const handleInput = (text: string): void => {
    setUnfinished(isUnfinished(text) ? text : null);
    if (!isUnfinished(text) && isDay(text) && text >= min && text <= max) onChange(text);
  };
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          type="date"
          required
          min={min}
          max={max}
          value={unfinished ?? value}
          onChange={(event) => handleInput(event.target.value)}
          onFocus={onFocus}
          onBlur={() => setUnfinished(null)}
          className="tabular-nums"
        />
      )}
    </Field>
  );
};
