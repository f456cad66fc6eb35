import '@testing-library/jest-dom/vitest';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { connectedAccounts } from '#shared/contracts/connections.ts';
import { listNewestNotifications } from '#shared/contracts/notifications.ts';
import { startFakeServer } from './FakeServer.ts';
import type { FakeServer } from './FakeServer.ts';

/** How long a test waits for what is bound to happen. */
export const patienceMs = 8000;

declare global {
  interface Window {
    happyDOM?: { setURL: (url: string) => void; setViewport?: (size: { width: number; height: number }) => void };
  }
}

// Answers come over a real network and screens in chunks of their own; a busy machine needs its time for both.
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

/** The test means to provoke a console error that matches; any other fails it. */
export const expectConsoleError = (pattern: RegExp): void => {
  expectedLines.push(pattern);
};

/** What went to the console as error or warning in this test. */
export const consoleLines = (): readonly string[] => lines;

/** A message is transparent until its first effect has run, which a test may come before. That people see it is tried in the browser. */
const showMessagesAtOnce = (): void => {
  const style = document.createElement('style');
  style.textContent = '[data-sonner-toast], [data-sonner-toast] > * { opacity: 1 !important }';
  document.head.append(style);
};

/** Starts the fake server for the file and makes every test begin with a clean browser; unexpected calls and console errors fail. */
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
    // The browser reports every request that is cut off by the end of the page. The calls that a session and its live
    // connection begin with may not even have arrived when the frame is on the screen, and would count for the next test.
    const hasBegun = (): boolean => {
      const status = document.querySelector('[data-socket-status]')?.getAttribute('data-socket-status');
      const isThere = status === undefined || fakeServer().calls(connectedAccounts).length > 0;
      return isThere && (status !== 'connected' || fakeServer().calls(listNewestNotifications).length > 0);
    };
    await vi.waitUntil(() => hasBegun() && fakeServer().isIdle(), { timeout: patienceMs });
    cleanup();
    // Messages outlive the component that shows them, and would be found by the next test.
    toast.dismiss();
    Object.assign(globalThis.console, original);
    expect(lines.filter((line) => !expectedLines.some((pattern) => pattern.test(line)))).toEqual([]);
    expect(fakeServer().unexpected).toEqual([]);
  });
  afterAll(async () => {
    await fakeServer().close();
    running = undefined;
  });
};
