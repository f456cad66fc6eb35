import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { NumberedPagination } from './NumberedPagination.tsx';
import { pageNumbers } from './pageNumbers.ts';

afterEach(cleanup);

it.each([
  [1, 0, [1]],
  [1, 1, [1]],
  [1, 4, [1, 2, 3, 4]],
  [4, 4, [1, 2, 3, 4]],
  [4, 10, [1, 2, 3, 4, 5, 6, 'gap', 10]],
  [5, 10, [1, 'gap', 3, 4, 5, 6, 7, 'gap', 10]],
  [10, 10, [1, 'gap', 8, 9, 10]],
] as const)('page %i of %i shows %j [S9.C.19]', (page, totalPages, expected) => {
  expect(pageNumbers(page, totalPages)).toEqual(expected);
});

it('keeps the focus on the pressed number while its page loads', async () => {
  const actor = userEvent.setup();
  const { rerender } = render(<NumberedPagination page={1} totalPages={3} onPageChange={() => undefined} />);
  await actor.click(screen.getByRole('button', { name: 'Page 2' }));
  rerender(<NumberedPagination page={2} totalPages={3} onPageChange={() => undefined} isBusy />);
  // Browsers blur a disabled button at once, but jsdom does not.
  screen.getByRole('button', { name: 'Page 2' }).blur();
  rerender(<NumberedPagination page={2} totalPages={3} onPageChange={() => undefined} />);
  expect(screen.getByRole('button', { name: 'Page 2' })).toHaveFocus();
});

it('marks the current page, jumps, and stops at both ends', async () => {
  const actor = userEvent.setup();
  const onPageChange = vi.fn<(page: number) => void>();
  const { rerender } = render(<NumberedPagination page={1} totalPages={10} onPageChange={onPageChange} />);
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
  expect(screen.getByRole('button', { current: 'page' })).toHaveTextContent(/^1$/);
  await actor.click(screen.getByRole('button', { name: 'Page 10' }));
  await actor.click(screen.getByRole('button', { name: 'Next' }));
  expect(onPageChange.mock.calls).toEqual([[10], [2]]);
  rerender(<NumberedPagination page={10} totalPages={10} onPageChange={onPageChange} />);
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
});
