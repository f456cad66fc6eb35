import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PhoneLink } from './PhoneLink.tsx';

afterEach(cleanup);

it('links only valid phone numbers', () => {
  const { rerender } = render(<PhoneLink number="+49 (151) 000-0001" />);
  expect(screen.getByRole('link')).toHaveAttribute('href', 'tel:+491510000001');
  for (const text of ['-----', 'call me', '12']) {
    rerender(<PhoneLink number={text} />);
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  }
});
