import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CompactNumber } from './CompactNumber.tsx';

afterEach(cleanup);

it.each([
  [12_345, undefined, '12.3K', '12,345'],
  [0, undefined, '0', '0'],
  [12_345.678, 'EUR', '€12.3K', '€12,345.68'],
  [12_345.678, null, '12.3K', '12,345.68'],
])('shows %f in %s as %s and says %s', (value, currency, short, full) => {
  render(<CompactNumber value={value} currency={currency} />);
  expect(screen.getByTitle(full)).toHaveTextContent(`${short}${full}`);
  expect(screen.getByText(short, { selector: '[aria-hidden]' })).toBeVisible();
});

it('marks a missing value', () => {
  render(<CompactNumber value={null} />);
  expect(screen.getByRole('img', { name: 'no value' })).toHaveTextContent('-');
});
