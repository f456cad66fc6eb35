import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Button } from './Button.tsx';

afterEach(cleanup);

const button = (): HTMLElement => screen.getByRole('button');

/** Removes the focus, as browsers do when a button is disabled. */
const loseFocus = (): void => {
  const passing = document.body.appendChild(document.createElement('input'));
  passing.focus();
  passing.remove();
};

it('regains the focus after its action ends', () => {
  const { rerender } = render(<Button>Save</Button>);
  button().focus();
  rerender(<Button isBusy>Save</Button>);
  loseFocus();
  expect(button()).not.toHaveFocus();
  rerender(<Button>Save</Button>);
  expect(button()).toHaveFocus();
});

it('does not take the focus from another element, or if it never had the focus', () => {
  const withField = (isBusy: boolean) => (
    <>
      <input aria-label="Field" />
      <Button isBusy={isBusy}>Save</Button>
    </>
  );
  const { rerender } = render(withField(false));
  button().focus();
  rerender(withField(true));
  screen.getByLabelText('Field').focus();
  rerender(withField(false));
  expect(screen.getByLabelText('Field')).toHaveFocus();
  loseFocus();
  rerender(withField(true));
  rerender(withField(false));
  expect(document.body).toHaveFocus();
});
