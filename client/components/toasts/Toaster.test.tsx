import '@testing-library/jest-dom/vitest';
import { act, cleanup, render, screen } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/lib/api/ApiError.ts';
import { notify } from './notify.ts';
import { Toaster } from './Toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.useRealTimers();
});

const pass = (ms: number): Promise<void> => act(() => vi.advanceTimersByTimeAsync(ms).then(() => undefined));
/** Waits until the library has received the toast. */
const showAndWait = (notification: () => void): Promise<void> =>
  act(async () => {
    notification();
    await vi.dynamicImportSettled();
  });

it('shows a toast for four seconds [S9.C.2]', async () => {
  await showAndWait(() => notify.success('Saved'));
  await pass(3500);
  expect(screen.getByText('Saved')).toBeInTheDocument();
  await pass(1500);
  expect(screen.queryByText('Saved')).toBeNull();
});

it('keeps a toast with a button for ten seconds; the next toast with the same id removes the button', async () => {
  const onClick = vi.fn<() => void>();
  await showAndWait(() => notify.success('Done', { id: 'export', action: { label: 'Open Sheet', onClick } }));
  await pass(8000);
  act(() => screen.getByRole('button', { name: 'Open Sheet' }).click());
  expect(onClick).toHaveBeenCalledOnce();
  await pass(1000);
  await showAndWait(() => notify.success('Done', { id: 'export', action: { label: 'Open Sheet', onClick } }));
  await pass(100);
  await showAndWait(() => notify.error('Failed', { id: 'export' }));
  await pass(100);
  expect(screen.getByText('Failed')).toBeInTheDocument();
  expect(screen.queryByText('Done')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Open Sheet' })).toBeNull();
});

it('shows a message again if it repeats during its fade-out', async () => {
  await showAndWait(() => notify.success('Saved'));
  await pass(4050);
  await showAndWait(() => notify.success('Saved'));
  await pass(1000);
  expect(screen.getByText('Saved')).toBeInTheDocument();
});

it('shows a message again while slow frames still remove the former one', async () => {
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) =>
    window.setTimeout(() => callback(performance.now()), 400),
  );
  await showAndWait(() => notify.success('Saved'));
  await pass(4400);
  await showAndWait(() => notify.success('Saved'));
  await pass(2000);
  vi.unstubAllGlobals();
  expect(screen.getByText('Saved')).toBeInTheDocument();
});

it('does not stack identical messages', async () => {
  await showAndWait(() => notify.error('Not again'));
  await showAndWait(() => notify.error('Not again'));
  await pass(100);
  expect(screen.getAllByText('Not again')).toHaveLength(1);
});

it('shows at most three at a time, 356 px wide, 14 px apart, at the top center [S9.C.3] [S9.C.4] [S9.C.5] [S9.C.6]', async () => {
  for (const word of ['one', 'two', 'three', 'four', 'five']) await showAndWait(() => notify.info(word));
  await pass(100);
  expect(document.querySelectorAll('[data-sonner-toast][data-visible=true]')).toHaveLength(3);
  const list = document.querySelector<HTMLElement>('[data-sonner-toaster]');
  expect(list?.dataset).toMatchObject({ xPosition: 'center', yPosition: 'top' });
  expect(list?.style.getPropertyValue('--width')).toBe('356px');
  expect(list?.style.getPropertyValue('--gap')).toBe('14px');
});

it('prefers server messages, and shows nothing for an expired session', async () => {
  await showAndWait(() => {
    notify.failure(new ApiError('x', { status: 500, serverMessage: 'The list is away' }), 'fallback');
    notify.failure(new TypeError('x'), 'fallback');
    notify.failure(
      new ApiError('x', { status: 401, code: 'SESSION_EXPIRED', serverMessage: 'Please sign in' }),
      'fallback',
    );
  });
  await pass(100);
  const texts = [...document.querySelectorAll('[data-title]')].map((title) => title.textContent);
  expect(texts.toSorted()).toEqual(['The list is away', 'fallback']);
});
