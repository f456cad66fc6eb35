import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { Menu } from './Menu.tsx';

afterEach(cleanup);

const open = async () => {
  const actor = userEvent.setup();
  render(
    <>
      <Menu label="Theme" trigger="T">
        {(close) => (
          <button type="button" onClick={close}>
            Dark
          </button>
        )}
      </Menu>
      <button type="button">Elsewhere</button>
    </>,
  );
  await actor.click(screen.getByRole('button', { name: 'Theme' }));
  return { actor, choice: screen.getByRole('button', { name: 'Dark' }) };
};
const isClosed = () => screen.queryByRole('button', { name: 'Dark' }) === null;

it('closes on a choice or Escape, and returns the focus to its button', async () => {
  const { actor, choice } = await open();
  await actor.click(choice);
  expect(isClosed()).toBe(true);
  expect(screen.getByRole('button', { name: 'Theme' })).toHaveFocus();
  await actor.keyboard('{Enter}{Tab}{Escape}');
  expect(isClosed()).toBe(true);
  expect(screen.getByRole('button', { name: 'Theme' })).toHaveFocus();
});

it('closes when the focus leaves it, and does not pull the focus back', async () => {
  const { actor } = await open();
  await actor.tab();
  await actor.tab();
  expect(isClosed()).toBe(true);
  expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
});
