import '@testing-library/jest-dom/vitest';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useUserStore } from '#client/stores/userStore.ts';
import { localStorageOf } from '#client/stores/localStorageOf.ts';
import { RehydrationGate } from './RehydrationGate.tsx';

const never = new Promise<never>(() => undefined);

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  useUserStore.persist.setOptions({ storage: localStorageOf() });
  await useUserStore.persist.rehydrate();
});

it('shows only a loader until the stored state is loaded, for at most five seconds [S4.PERS.3] [S9.C.9]', () => {
  vi.useFakeTimers();
  useUserStore.persist.setOptions({
    storage: { getItem: () => never, setItem: () => undefined, removeItem: () => undefined },
  });
  void useUserStore.persist.rehydrate();
  render(<RehydrationGate>the screen</RehydrationGate>);
  expect(screen.getByRole('status')).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(4900));
  expect(screen.queryByText('the screen')).toBeNull();
  act(() => void vi.advanceTimersByTime(200));
  expect(screen.getByText('the screen')).toBeInTheDocument();
});

it('shows the screen at once when the state is loaded', () => {
  render(<RehydrationGate>the screen</RehydrationGate>);
  expect(screen.getByText('the screen')).toBeInTheDocument();
});
