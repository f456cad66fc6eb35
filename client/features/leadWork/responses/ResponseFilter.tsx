import { FilterMenu } from '#client/components/forms/FilterMenu.tsx';
import { StatusDot } from '#client/components/values/StatusDot.tsx';

const options = [
  { value: 'waiting', label: <StatusDot tone="warning">Waiting</StatusDot> },
  { value: 'overdue', label: <StatusDot tone="danger">Overdue</StatusDot> },
];

type ResponseFilterProps = { selected: readonly string[]; onChange: (selected: readonly string[]) => void };

/** Leads that wait for a first response. */
export const ResponseFilter = ({ selected, onChange }: ResponseFilterProps) => (
  <FilterMenu title="Response" options={options} selected={selected} onChange={onChange} />
);
