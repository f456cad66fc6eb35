import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { quickSelects } from '#shared/lib/dateRange.ts';
import type { QuickSelectId } from '#shared/lib/dateRange.ts';
import { RangeFields } from './RangeFields.tsx';

afterEach(cleanup);

const Fields = () => {
  const [value, setValue] = useState({
    range: { since: '2026-11-15', until: '2026-11-21' },
    quickSelect: 'last7Days' as QuickSelectId | null,
  });
  return <RangeFields {...value} today="2026-11-21" onChange={setValue} />;
};

const start = (): HTMLElement => screen.getByLabelText('Start date');
const end = (): HTMLElement => screen.getByLabelText('End date');
const quick = (): HTMLElement => screen.getByLabelText('Quick select');
const days = (): unknown[] => [start(), end()].map((field) => (field as HTMLInputElement).value);
/** Sets the whole day at once, as browsers do. */
const fill = (field: HTMLElement, value: string): void => {
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value } });
};

it.each([
  ['Today', '2026-11-21', '2026-11-21', '[S9.Q.1]'],
  ['Yesterday', '2026-11-20', '2026-11-20', '[S9.Q.2]'],
  ['Last 7 days', '2026-11-15', '2026-11-21', '[S9.Q.3]'],
  ['Last 30 days', '2026-10-23', '2026-11-21', '[S9.Q.4]'],
  ['Month to date', '2026-11-01', '2026-11-21', '[S9.Q.5]'],
  ['Last month', '2026-10-01', '2026-10-31', '[S9.Q.6]'],
  ['Year to date', '2026-01-01', '2026-11-21', '[S9.Q.7]'],
  ['Last year', '2025-01-01', '2025-12-31', '[S9.Q.8]'],
])('%s sets %s to %s %s [S4.DATE.1]', async (label, since, until) => {
  render(<Fields />);
  await userEvent.selectOptions(quick(), label);
  expect(days()).toEqual([since, until]);
  expect(quick()).toHaveDisplayValue(label);
});

it('clears the selected period when a day is edited [S2.FIL.8] [S4.DATE.2]', () => {
  render(<Fields />);
  fill(start(), '2026-11-16');
  expect(days()).toEqual(['2026-11-16', '2026-11-21']);
  expect(quick()).toHaveValue('');
  expect(quickSelects).toHaveLength(8);
});

it('moves the other end when a day crosses it [S4.DATE.3] [S4.DATE.4] [S5.FIL.6]', () => {
  render(<Fields />);
  fill(end(), '2026-11-10');
  expect(days()).toEqual(['2026-11-10', '2026-11-10']);
  fireEvent.blur(end());
  fill(start(), '2026-11-12');
  expect(days()).toEqual(['2026-11-12', '2026-11-12']);
});

it('restores the other end while the day is still being typed', () => {
  render(<Fields />);
  fill(end(), '2026-01-21');
  expect(days()).toEqual(['2026-01-21', '2026-01-21']);
  fireEvent.change(end(), { target: { value: '2026-11-20' } });
  expect(days()).toEqual(['2026-11-15', '2026-11-20']);
});

it('rejects a day out of bounds and keeps the previous day [S2.FIL.6] [S2.FIL.7] [S5.FIL.4] [S5.FIL.5]', () => {
  render(<Fields />);
  for (const field of [start(), end()]) expect(field).toHaveAttribute('type', 'date');
  expect(start()).toHaveAttribute('min', '2024-11-21');
  expect(end()).toHaveAttribute('max', '2026-11-21');
  fill(start(), '2024-11-20');
  fill(end(), '2026-11-22');
  expect(days()).toEqual(['2026-11-15', '2026-11-21']);
  fill(start(), '2024-11-21');
  expect(days()).toEqual(['2024-11-21', '2026-11-21']);
});

it('accepts a year digit by digit, and discards an unfinished year', () => {
  render(<Fields />);
  fill(start(), '0202-11-15');
  expect(start()).toHaveValue('0202-11-15');
  fireEvent.blur(start());
  expect(days()).toEqual(['2026-11-15', '2026-11-21']);
});
