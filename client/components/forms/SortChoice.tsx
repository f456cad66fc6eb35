import { Segments } from '#client/components/layout/Segments.tsx';
import { Field } from './Field.tsx';
import { Select } from './Select.tsx';

export type SortChoiceProps = {
  options: readonly { id: string; label: string }[];
  selected: string;
  order: 'asc' | 'desc';
  onChange: (id: string, order: 'asc' | 'desc') => void;
};

const orders = [
  { id: 'asc', label: 'Rising' },
  { id: 'desc', label: 'Falling' },
] as const;

/** The order of a list whose columns have no headers to click. */
export const SortChoice = ({ options, selected, order, onChange }: SortChoiceProps) => (
  <div className="flex items-start gap-2">
    <div className="min-w-0 flex-1">
      <Field label="Sort by">
        {(control) => (
          <Select {...control} value={selected} onChange={({ target }) => onChange(target.value, order)}>
            {options.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
    <div className="pt-6">
      <Segments label="Order" options={orders} selected={order} onSelect={(next) => onChange(selected, next)} />
    </div>
  </div>
);
