import { useRef } from 'react';
import { Field } from './Field.tsx';
import { Select } from './Select.tsx';
import { earliestDay, quickSelectRange, quickSelects, withEditedDay } from '#shared/lib/dateRange.ts';
import type { DateRange, Day, QuickSelectId } from '#shared/lib/dateRange.ts';
import { DateField } from './DateField.tsx';

type Value = { range: DateRange; quickSelect: QuickSelectId | null };
type RangeFieldsProps = Value & { today: Day; onChange: (value: Value) => void };

/** Start and end, or a named period. A day that crosses the other end moves that end. */
export const RangeFields = ({ range, quickSelect, today, onChange }: RangeFieldsProps) => {
  // While "12" is typed, "1" comes first and may cross the other end. The next digit restores that end.
  const atFocus = useRef(range);
  const markFocused = (): void => {
    atFocus.current = range;
  };
  const edit = (end: 'since' | 'until', day: Day): void => {
    onChange({ range: withEditedDay(atFocus.current, end, day), quickSelect: null });
  };
  const handleQuickSelect = (id: string): void => {
    const chosen = quickSelects.find((entry) => entry.id === id);
    if (chosen) onChange({ range: quickSelectRange(chosen.id, today), quickSelect: chosen.id });
  };
  const bounds = { min: earliestDay(today), max: today, onFocus: markFocused };
  return (
    <div className="grid gap-x-3 sm:grid-cols-3">
      <DateField label="Start date" {...bounds} value={range.since} onChange={(day) => edit('since', day)} />
      <DateField label="End date" {...bounds} value={range.until} onChange={(day) => edit('until', day)} />
      <Field label="Quick select">
        {(control) => (
          <Select {...control} value={quickSelect ?? ''} onChange={(event) => handleQuickSelect(event.target.value)}>
            <option value="" disabled hidden>
              Choose a period
            </option>
            {quickSelects.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
};
