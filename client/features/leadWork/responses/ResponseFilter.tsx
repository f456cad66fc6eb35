import { FilterMenu } from '#client/components/forms/FilterMenu.tsx';
import { StatusDot } from '#client/components/values/StatusDot.tsx';

const options = [
  { value: 'waiting', label: <StatusDot tone="warning">Waiting</StatusDot> },
  { value: 'overdue', label: <StatusDot tone="danger">Overdue</StatusDot> },
] as const;

type Response = (typeof options)[number]['value'];
type ResponseFilterProps = { selected: readonly Response[]; onChange: (selected: readonly Response[]) => void };

/** Filters leads that wait for a first response. */
export const ResponseFilter = ({ selected, onChange }: ResponseFilterProps) => (
  <FilterMenu title="Response" options={options} selected={selected} onChange={onChange} />
);
