import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CallToAction } from './CallToAction.tsx';

afterEach(cleanup);

it.each([
  ['open', 'Create an account', '/register', /An account takes a minute/],
  ['invite', 'Sign in', '/sign-in', /Registration is by invitation/],
  ['closed', 'Sign in', '/sign-in', /Registration is closed/],
] as const)('says who may register while registration is %s', (registration, label, path, text) => {
  render(<CallToAction registration={registration} />);
  expect(screen.getByRole('link', { name: label })).toHaveAttribute('href', path);
  expect(screen.getByText(text)).toBeVisible();
});
