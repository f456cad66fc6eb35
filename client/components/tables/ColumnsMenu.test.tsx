import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { useColumnsStore, useShownColumns } from '#client/stores/columnsStore.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { DataTable } from './DataTable.tsx';
import type { DataColumn } from './DataTable.tsx';

type Row = Record<'name' | 'email' | 'formId', string>;
const columns: readonly DataColumn<Row>[] = [
  { key: 'name', title: 'Name', cell: (row) => row.name },
  { key: 'email', title: 'Email', cell: (row) => row.email },
  { key: 'formId', title: 'Form Id', cell: (row) => row.formId, isHiddenAtFirst: true },
];

const Example = ({ table = 'leads' }: { table?: string }) => (
  <>
    <ColumnsMenu table={table} columns={columns} />
    <DataTable label={table} columns={useShownColumns(table, columns)} rows={[]} rowKey={() => ''} empty={null} />
  </>
);
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const box = (name: string) => screen.getByRole('checkbox', { name });
const openMenu = async () => {
  const actor = userEvent.setup();
  await actor.click(screen.getByRole('button', { name: /^Columns/ }));
  return actor;
};

afterEach(async () => {
  cleanup();
  localStorage.clear();
  await useColumnsStore.persist.rehydrate();
});

it('hides and shows columns in their order, and restores the defaults', async () => {
  render(<Example />);
  expect(headers()).toEqual(['Name', 'Email']);
  const actor = await openMenu();
  expect(screen.getByText('2 of 3 shown')).toBeVisible();
  await actor.click(box('Name'));
  await actor.click(box('Form Id'));
  expect(headers()).toEqual(['Email', 'Form Id']);
  await actor.click(screen.getByRole('button', { name: 'Reset' }));
  expect(headers()).toEqual(['Name', 'Email']);
});

it('includes its visible text in its accessible name', () => {
  render(<Example />);
  const button = screen.getByRole('button', { name: 'Columns 2 of 3' });
  expect(button.textContent).toBe('Columns 2 of 3');
});

it('truncates a right-to-left text at its end', () => {
  const row = { name: 'محمد', email: '', formId: '' };
  render(<DataTable label="leads" columns={columns} rows={[row]} rowKey={() => ''} empty={null} />);
  expect(screen.getByText('محمد')).toHaveAttribute('dir', 'auto');
});

it('always keeps one column', async () => {
  render(<Example />);
  const actor = await openMenu();
  await actor.click(box('Name'));
  expect(box('Email')).toBeDisabled();
  expect(box('Form Id')).toBeEnabled();
});

it('remembers the choice per table', async () => {
  const { unmount } = render(<Example />);
  const actor = await openMenu();
  await actor.click(box('Email'));
  unmount();
  await useColumnsStore.persist.rehydrate();
  const { rerender } = render(<Example />);
  expect(headers()).toEqual(['Name']);
  rerender(<Example table="formLeads" />);
  expect(headers()).toEqual(['Name', 'Email']);
});

it.each([
  ['damaged', { leads: 'none' }],
  ['of another version', ['email']],
  ['without a column to show', { leads: ['name', 'email', 'formId'] }],
])('shows what it shows at first when the stored choice is %s', async (_how, hidden) => {
  localStorage.setItem('persist:columns', JSON.stringify({ state: { hidden }, version: 0 }));
  await useColumnsStore.persist.rehydrate();
  render(<Example />);
  expect(headers()).toEqual(['Name', 'Email']);
  const actor = await openMenu();
  await actor.click(box('Name'));
  expect(headers()).toEqual(['Email']);
});
