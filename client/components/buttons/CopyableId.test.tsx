import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { CopyableId } from './CopyableId.tsx';

afterEach(cleanup);

const longId = '120210000000778945';

it('shows only the ends of a long id, but keeps the whole id in text, tooltip and copy', async () => {
  const actor = userEvent.setup();
  const { container } = render(<CopyableId id={longId} />);
  expect(container.textContent).toBe(longId);
  expect(screen.getByTitle(longId)).toBeVisible();
  // Too small to see, but not hidden.
  expect(screen.getByText('000000')).toHaveClass('text-[0px]');
  await actor.click(screen.getByRole('button', { name: `Copy ${longId}` }));
  expect(await navigator.clipboard.readText()).toBe(longId);
  expect(await screen.findByRole('button', { name: 'Copied' })).toHaveFocus();
});

it('shows the whole of a short id, and marks a missing id', () => {
  const { container, rerender } = render(<CopyableId id="act_1" copyLabel="Copy account ID act_1" />);
  expect(screen.getByTitle('act_1').children).toHaveLength(0);
  expect(screen.getByRole('button', { name: 'Copy account ID act_1' })).toBeInTheDocument();
  rerender(<CopyableId id="" />);
  expect(container).toHaveTextContent(/^-$/);
  expect(screen.getByRole('img', { name: 'no value' })).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
