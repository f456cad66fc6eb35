import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRecentHints } from './recentHints.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('keeps each hint of a room once, the newest last, for 30 seconds', () => {
  const recent = createRecentHints();
  const leads = ['leads_changed', { list: 'facebook' }];
  const findings = (unmarked: number) => ['findings_changed', { unmarked }];
  recent.remember(findings(3), ['ada']);
  recent.remember(leads, ['ada', 'bea']);
  recent.remember(findings(2), ['ada']);
  vi.advanceTimersByTime(20_000);
  recent.remember(findings(3), ['ada']);
  expect(recent.of(['ada'], 60_000)).toEqual([leads, findings(2), findings(3)]);
  expect(recent.of(['bea', 'none'], 60_000)).toEqual([leads]);
  expect(recent.of(['ada', 'bea'], 19_000)).toEqual([findings(3)]);
  vi.advanceTimersByTime(10_000);
  expect(recent.of(['ada', 'bea'], 60_000)).toEqual([findings(3)]);
  vi.advanceTimersByTime(20_000);
  expect(recent.of(['ada'], 60_000)).toEqual([]);
});

test('keeps no events that are stored, and no move of a session', () => {
  const recent = createRecentHints();
  for (const event of ['google_connected', 'export_error', 'export_progress', 'workspace_changed'])
    recent.remember([event, {}], ['ada']);
  expect(recent.of(['ada'], 60_000)).toEqual([]);
});
