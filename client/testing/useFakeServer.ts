import '@testing-library/jest-dom/vitest';
import nodeConsole from 'node:console';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { queryClient } from '#client/app/queryClient.ts';
import { connectedAccounts } from '#shared/contracts/connections.ts';
import { listNewestNotifications } from '#shared/contracts/notifications.ts';
import { startFakeServer } from './FakeServer.ts';
import type { FakeServer } from './FakeServer.ts';

/** Longest wait for an expected change. */
export const patienceMs = 30_000;

declare global {
  interface Window {
    happyDOM?: { setURL: (url: string) => void; setViewport?: (size: { width: number; height: number }) => void };
  }
}

// Responses use a real network and screens are separate chunks. A busy machine needs time for both.
configure({ asyncUtilTimeout: patienceMs });

let running: FakeServer | undefined;

/** The fake server of the running test file. */
export const fakeServer = (): FakeServer => {
  if (!running) throw new Error('Call setUpFakeServer() at the top of the test file');
  return running;
};

type ConsoleLine = string;
let lines: ConsoleLine[] = [];
let expectedLines: RegExp[] = [];
const original = { error: globalThis.console.error, warn: globalThis.console.warn };

/** Allows a matching console error. Any other console error fails the test. */
export const expectConsoleError = (pattern: RegExp): void => {
  expectedLines.push(pattern);
};

/**
 * Suppresses the lines that the simulated browser prints about each failed or aborted call. Tests cause such calls on
 * purpose and check the screen instead. The browser prints to Node's own console, not to the console of the tests.
 */
const muteNetwork = (): void => {
  const { error } = nodeConsole;
  const isOfNetwork = (part: unknown): boolean =>
    part instanceof Error
      ? 'code' in part && part.code === 'ECONNRESET'
      : /^[A-Z]+ http\S+ \d{3} \(/.test(String(part));
  nodeConsole.error = (...parts: unknown[]): void => {
    if (!parts.some(isOfNetwork)) error.apply(nodeConsole, parts);
  };
};
muteNetwork();

/** Console errors and warnings of this test. */
export const consoleLines = (): readonly string[] => lines;

/** Disables the toast fade-in, during which toasts are transparent. The e2e tests check their visibility. */
const showMessagesAtOnce = (): void => {
  const style = document.createElement('style');
  style.textContent = '[data-sonner-toast], [data-sonner-toast] > * { opacity: 1 !important }';
  document.head.append(style);
};

/**
 * Starts the fake server for the file and gives every test a clean browser. Unexpected calls and console errors fail
 * the test.
 */
export const setUpFakeServer = (): void => {
  beforeAll(async () => {
    showMessagesAtOnce();
    running = await startFakeServer();
  });
  beforeEach(() => {
    lines = [];
    expectedLines = [];
    const collect = (...parts: unknown[]): void => {
      lines.push(parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' '));
    };
    globalThis.console.error = collect;
    globalThis.console.warn = collect;
    localStorage.clear();
    sessionStorage.clear();
    fakeServer().reset();
  });
  afterEach(async () => {
    // jsdom reports requests that are aborted when the page closes. The first calls of a session may still be pending
    // when the frame renders, and would count for the next test, as would a request that is on its way.
    const hasBegun = (): boolean => {
      const status = document.querySelector('[data-socket-status]')?.getAttribute('data-socket-status');
      const isThere = status === undefined || fakeServer().calls(connectedAccounts).length > 0;
      return isThere && (status !== 'connected' || fakeServer().calls(listNewestNotifications).length > 0);
    };
    try {
      await vi.waitUntil(() => hasBegun() && queryClient.isFetching() === 0 && fakeServer().isIdle(), {
        timeout: patienceMs,
      });
    } finally {
      cleanup();
      // Toasts outlive the component that shows them, and the next test would find them.
      toast.dismiss();
      // A toast that still waits for its library would be dismissed after the window is gone.
      await vi.dynamicImportSettled();
      Object.assign(globalThis.console, original);
    }
    expect(lines.filter((line) => !expectedLines.some((pattern) => pattern.test(line)))).toEqual([]);
    expect(fakeServer().unexpected).toEqual([]);
  });
  afterAll(async () => {
    await fakeServer().close();
    running = undefined;
  });
};
