import '@testing-library/jest-dom/vitest';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { termsSections } from './termsSections.tsx';

it('has eighteen sections with different names and gives 30 days of notice before a price change [S2.LEGAL.2] [S9.C.27]', () => {
  const sections = termsSections({
    origin: 'https://leads.example.org',
    contactEmail: null,
    leadRetentionDays: null,
    registration: 'open',
  });
  expect(new Set(sections.map(({ title }) => title)).size).toBe(18);
  const { container } = render(sections.find(({ title }) => title === 'Fees and changes of price')?.body);
  expect(container).toHaveTextContent(/change of price at least 30 days before it takes effect/);
});
