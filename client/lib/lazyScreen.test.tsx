import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setOnline } from '#client/testing/setOnline.ts';
import { patienceMs } from '#client/testing/useFakeServer.ts';
import { ErrorBoundary } from '#client/app/ErrorBoundary.tsx';
import { lazyScreen } from './lazyScreen.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  setOnline(true);
  vi.restoreAllMocks();
});

type Load = Parameters<typeof lazyScreen>[0];

const show = (load: Load): void => {
  const Screen = lazyScreen(load);
  render(
    <ErrorBoundary resetKey="/x">
      <Suspense fallback="loading">
        <Screen />
      </Suspense>
    </ErrorBoundary>,
  );
};
const broken = () => Promise.reject(new Error('the chunk is gone'));

it('reloads the page once for a missing chunk, then shows an error', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  const log = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
  show(broken);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: patienceMs });
  expect(screen.getByText('loading')).toBeInTheDocument();
  expect(log).not.toHaveBeenCalled();
  cleanup();
  show(broken);
  expect(await screen.findByRole('alert')).toHaveTextContent('This screen could not be shown');
  expect(reload).toHaveBeenCalledOnce();
});

it('keeps the page while the browser is offline, and loads a chunk once it is online', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  setOnline(false);
  const load = vi.fn<Load>(() => Promise.resolve(() => 'the screen')).mockImplementationOnce(broken);
  show(load);
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce(), { timeout: patienceMs });
  expect(screen.getByText('loading')).toBeInTheDocument();
  setOnline(true);
  expect(await screen.findByText('the screen')).toBeInTheDocument();
  expect(reload).not.toHaveBeenCalled();
});

it('may reload for a later version once a chunk has loaded', async () => {
  sessionStorage.setItem('leadlight:reloaded-for-new-version', 'yes');
  show(() => Promise.resolve(() => 'the screen'));
  expect(await screen.findByText('the screen')).toBeInTheDocument();
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  show(broken);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: patienceMs });
});
