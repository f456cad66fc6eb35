import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { DataTable } from './DataTable.tsx';
import type { DataColumn } from './DataTable.tsx';

afterEach(cleanup);

type Row = { id: string; clicks: number };
const rows: Row[] = [
  { id: 'act_1', clicks: 1240 },
  { id: 'act_2', clicks: 0 },
];
const columns: DataColumn<Row>[] = [
  { key: 'id', title: 'Account ID', kind: 'id', cell: (row) => row.id },
  { key: 'clicks', title: 'Clicks', kind: 'number', cell: (row) => row.clicks.toLocaleString('en-US') },
];

const Selectable = ({ initial = [] }: { initial?: string[] }) => {
  const [selected, setSelected] = useState(new Set(initial));
  return (
    <>
      <DataTable
        label="Accounts"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={null}
        selection={{ selected, onChange: setSelected, labelOf: (key) => `Select ${key}` }}
      />
      <output>{[...selected].join(' ')}</output>
    </>
  );
};

it('carries the raw keys and can be scrolled by keyboard', () => {
  render(<DataTable label="Insights" columns={columns} rows={rows} rowKey={(row) => row.id} empty={null} />);
  expect(screen.getByRole('region', { name: 'Insights' })).toHaveAttribute('tabindex', '0');
  expect(screen.getAllByRole('columnheader').map((cell) => cell.dataset['column'])).toEqual(['id', 'clicks']);
  expect([...document.querySelectorAll('td[data-column=clicks]')].map((cell) => cell.textContent)).toEqual([
    '1,240',
    '0',
  ]);
});

it('begins another page at its top, and stays where it is when newer rows of the same page come', () => {
  const table = (page: number, shown: Row[]) => (
    <DataTable label="Insights" columns={columns} rows={shown} rowKey={(row) => row.id} page={page} empty={null} />
  );
  const { rerender } = render(table(1, rows));
  const region = screen.getByRole('region', { name: 'Insights' });
  region.scrollTop = 100;
  rerender(table(1, rows.toReversed()));
  expect(region.scrollTop).toBe(100);
  rerender(table(2, rows));
  expect(region.scrollTop).toBe(0);
});

it('ticks rows one by one and all at once [S2.CON.10] [S2.CON.11]', async () => {
  const actor = userEvent.setup();
  render(<Selectable initial={['of-another-page']} />);
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' });
  await actor.click(screen.getByRole('checkbox', { name: 'Select act_2' }));
  expect(screen.getByRole('status')).toHaveTextContent('of-another-page act_2');
  expect(all.indeterminate).toBe(true);
  await actor.click(all);
  expect(screen.getByRole('status')).toHaveTextContent('of-another-page act_2 act_1');
  expect(all).toBeChecked();
  expect(all.indeterminate).toBe(false);
  await actor.click(all);
  expect(screen.getByRole('status')).toHaveTextContent(/^of-another-page$/);
});

it('ticks and unticks a range with Shift', async () => {
  const actor = userEvent.setup();
  const ids = ['1', '2', '3', '4', '5'];
  const Range = () => {
    const [selected, setSelected] = useState(new Set<string>());
    return (
      <>
        <DataTable
          label="Accounts"
          columns={columns}
          rows={ids.map((id) => ({ id, clicks: 0 }))}
          rowKey={(row) => row.id}
          empty={null}
          selection={{ selected, onChange: setSelected, labelOf: (key) => `Select ${key}` }}
        />
        <output>{[...selected].toSorted().join(' ')}</output>
      </>
    );
  };
  render(<Range />);
  const click = (id: string) => actor.click(screen.getByRole('checkbox', { name: `Select ${id}` }));
  await click('4');
  await actor.keyboard('{Shift>}');
  await click('2');
  expect(screen.getByRole('status')).toHaveTextContent(/^2 3 4$/);
  await click('3');
  expect(screen.getByRole('status')).toHaveTextContent(/^4$/);
  await actor.keyboard('{/Shift}');
  await click('5');
  expect(screen.getByRole('status')).toHaveTextContent(/^4 5$/);
});

it('keeps its header while it loads and when it is empty', () => {
  const { rerender } = render(
    <DataTable
      label="Insights"
      columns={columns}
      rows={[]}
      rowKey={(row) => row.id}
      isLoading
      empty={<p>No Data Found</p>}
    />,
  );
  expect(screen.queryByText('No Data Found')).toBeNull();
  expect(screen.getByRole('region')).toHaveAttribute('aria-busy', 'true');
  expect(within(screen.getByRole('table')).getAllByRole('row').length).toBeGreaterThan(1);
  rerender(
    <DataTable label="Insights" columns={columns} rows={[]} rowKey={(row) => row.id} empty={<p>No Data Found</p>} />,
  );
  expect(screen.getByText('No Data Found')).toBeVisible();
  expect(screen.getAllByRole('columnheader')).toHaveLength(2);
});
