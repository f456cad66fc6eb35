import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
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

it('marks columns with their raw keys', () => {
  render(<DataTable label="Insights" columns={columns} rows={rows} rowKey={(row) => row.id} empty={null} />);
  expect(screen.getAllByRole('columnheader').map((cell) => cell.dataset['column'])).toEqual(['id', 'clicks']);
  expect([...document.querySelectorAll('td[data-column=clicks]')].map((cell) => cell.textContent)).toEqual([
    '1,240',
    '0',
  ]);
});

it('scrolls to the top on a page change, but not when rows of the same page update', () => {
  const table = (page: number, shown: Row[]) => (
    <DataTable label="Insights" columns={columns} rows={shown} rowKey={(row) => row.id} page={page} empty={null} />
  );
  const { rerender } = render(table(1, rows));
  const region = screen.getByRole('grid', { name: 'Insights' }).parentElement as HTMLElement;
  region.scrollTop = 100;
  rerender(table(1, rows.toReversed()));
  expect(region.scrollTop).toBe(100);
  rerender(table(2, rows));
  expect(region.scrollTop).toBe(0);
});

it('selects rows one by one and all at once [S2.CON.10] [S2.CON.11]', async () => {
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

it('selects and deselects a range with Shift', async () => {
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

it('keeps its header while loading and when empty', () => {
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
  expect(screen.getByRole('grid')).toHaveAttribute('aria-busy', 'true');
  expect(within(screen.getByRole('grid')).getAllByRole('row').length).toBeGreaterThan(1);
  rerender(
    <DataTable label="Insights" columns={columns} rows={[]} rowKey={(row) => row.id} empty={<p>No Data Found</p>} />,
  );
  expect(screen.getByText('No Data Found')).toBeVisible();
  expect(screen.getAllByRole('columnheader')).toHaveLength(2);
});

describe('with the keyboard', () => {
  type Person = { id: string; name: string; mail: string };
  const people: Person[] = ['Ada', 'Ben', 'Cleo'].map((name) => ({
    id: name,
    name,
    mail: `${name.toLowerCase()}@example.test`,
  }));
  const personColumns: DataColumn<Person>[] = [
    { key: 'name', title: 'Name', cell: ({ name }) => name },
    { key: 'mail', title: 'Mail', cell: ({ mail }) => <a href={`mailto:${mail}`}>{mail}</a> },
    {
      key: 'action',
      title: 'Action',
      cell: ({ name }) => (
        <>
          <button type="button">Call {name}</button>
          <button type="button">Forget {name}</button>
        </>
      ),
    },
  ];
  const People = ({ shown = people, page = 1 }: { shown?: Person[]; page?: number }) => (
    <>
      <button type="button">before</button>
      <DataTable
        label="People"
        columns={personColumns}
        rows={shown}
        rowKey={({ id }) => id}
        page={page}
        empty={<button type="button">Clear search</button>}
      />
      <button type="button">after</button>
    </>
  );
  const focused = (): string => document.activeElement?.textContent ?? '';
  const start = async (shown = people) => {
    const actor = userEvent.setup();
    const rendered = render(<People shown={shown} />);
    await actor.tab();
    await actor.tab();
    const press = async (keys: string): Promise<string> => {
      await actor.keyboard(keys);
      return focused();
    };
    return { ...rendered, actor, press };
  };

  it('is one tab stop regardless of its cells', async () => {
    const { actor } = await start();
    expect(focused()).toBe('Ada');
    await actor.tab();
    expect(focused()).toBe('after');
    await actor.tab({ shift: true });
    expect(focused()).toBe('Ada');
    await actor.tab({ shift: true });
    expect(focused()).toBe('before');
  });

  it('moves from cell to cell, stops at the edges, and focuses the only link of a cell', async () => {
    const { actor, press } = await start();
    expect(await press('{ArrowRight}')).toBe('ada@example.test');
    expect(document.activeElement?.tagName).toBe('A');
    expect(await press('{ArrowDown}')).toBe('ben@example.test');
    expect(await press('{End}')).toBe('Call BenForget Ben');
    expect(await press('{ArrowRight}')).toBe('Call BenForget Ben');
    expect(await press('{Control>}{Home}{/Control}')).toBe('Name');
    expect(await press('{ArrowUp}{ArrowLeft}')).toBe('Name');
    expect(await press('{Control>}{End}{/Control}')).toBe('Call CleoForget Cleo');
    expect(await press('{Home}')).toBe('Cleo');
    expect(await press('{PageUp}')).toBe('Ben');
    // The tab stop stays at the last cell.
    await actor.tab();
    await actor.tab({ shift: true });
    expect(focused()).toBe('Ben');
  });

  it('enters a cell with several buttons and leaves it again', async () => {
    const { press } = await start();
    expect(await press('{End}{Enter}')).toBe('Call Ada');
    expect(await press('{ArrowRight}')).toBe('Forget Ada');
    expect(await press('{ArrowRight}')).toBe('Forget Ada');
    expect(await press('{ArrowLeft}')).toBe('Call Ada');
    expect(await press('{Escape}')).toBe('Call AdaForget Ada');
    expect(await press('{F2}')).toBe('Call Ada');
    expect(await press('{F2}{ArrowDown}')).toBe('Call BenForget Ben');
  });

  it('moves its tab stop to a clicked cell', async () => {
    const { actor, press } = await start();
    await actor.click(screen.getByRole('button', { name: 'Forget Ben' }));
    expect(focused()).toBe('Forget Ben');
    expect(await press('{Escape}{ArrowUp}')).toBe('Call AdaForget Ada');
    expect(document.querySelectorAll('table [tabindex="0"]')).toHaveLength(1);
  });

  it('keeps the focus when rows are added, moved and removed', async () => {
    const { rerender, press } = await start();
    expect(await press('{ArrowDown}{ArrowRight}')).toBe('ben@example.test');
    const newest = { id: 'Dan', name: 'Dan', mail: 'dan@example.test' };
    rerender(<People shown={[newest, ...people]} />);
    expect(focused()).toBe('ben@example.test');
    expect(await press('{ArrowUp}')).toBe('ada@example.test');
    // Ada's row is removed: the row in its place gets the focus.
    rerender(<People shown={[newest, ...people.slice(1)]} />);
    await waitFor(() => expect(focused()).toBe('ben@example.test'));
    rerender(<People shown={[]} />);
    await waitFor(() => expect(focused()).toBe('Mail'));
    expect(await press('{Tab}')).toBe('Clear search');
  });

  it('does not take the focus from another element when its rows change', async () => {
    const { actor, rerender, press } = await start();
    expect(await press('{ArrowDown}')).toBe('Ben');
    await actor.click(document.body);
    rerender(<People shown={people.slice(0, 1)} />);
    await waitFor(() => expect(document.querySelectorAll('table [tabindex="0"]')).toHaveLength(1));
    expect(document.activeElement).toBe(document.body);
  });

  it('moves the tab stop to the top on a page change', async () => {
    const { actor, rerender, press } = await start();
    expect(await press('{ArrowDown}{ArrowDown}')).toBe('Cleo');
    await actor.tab();
    rerender(<People shown={people.toReversed()} page={2} />);
    await actor.tab({ shift: true });
    expect(focused()).toBe('Cleo');
    expect(await press('{ArrowUp}')).toBe('Name');
  });

  it('starts at the checkbox for all rows, and selects the row of a cell on Space', async () => {
    const actor = userEvent.setup();
    render(<Selectable />);
    await actor.tab();
    expect(screen.getByRole('checkbox', { name: 'Select all' })).toHaveFocus();
    await actor.keyboard('{ArrowDown}');
    expect(screen.getByRole('checkbox', { name: 'Select act_1' })).toHaveFocus();
    await actor.keyboard(' ');
    expect(screen.getByRole('status')).toHaveTextContent(/^act_1$/);
    await actor.keyboard('{ArrowRight}{ArrowDown} ');
    expect(screen.getByRole('status')).toHaveTextContent(/^act_1 act_2$/);
  });
});
