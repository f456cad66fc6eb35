import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newWorkspaceId } from '#server/lib/WorkspaceId.ts';
import { createRememberedSessions, rememberSessionsMs } from './rememberedSessions.ts';
import type { Session } from './rememberedSessions.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const later = new Date(Date.now() + 86_400_000);
const sessionOf = (tokenHash: string): Session => ({
  tokenHash,
  userId: 'ada',
  workspaceId: newWorkspaceId(),
  role: 'owner',
  lastUsedAt: new Date(),
  expiresAt: later,
  endsAt: later,
});

test('a session is cached for two seconds from the start of its read', async () => {
  const sessions = createRememberedSessions();
  const session = sessionOf('one');
  await sessions.read('one', async () => {
    vi.advanceTimersByTime(500);
    return session;
  });
  vi.advanceTimersByTime(rememberSessionsMs - 501);
  expect(sessions.find('one')).toBe(session);
  vi.advanceTimersByTime(1);
  expect(sessions.find('one')).toBeNull();
});

test('a read that overlaps a change is answered but not cached', async () => {
  const sessions = createRememberedSessions();
  const session = sessionOf('one');
  const read = await sessions.read('one', async () => {
    sessions.forget(['one']);
    return session;
  });
  expect(read).toBe(session);
  expect(sessions.find('one')).toBeNull();
});

test('the oldest sessions make room for new ones', async () => {
  const sessions = createRememberedSessions();
  for (let number = 0; number <= 10_000; number += 1) {
    const session = sessionOf(String(number));
    await sessions.read(session.tokenHash, async () => session);
  }
  expect([sessions.find('0'), sessions.find('1')?.tokenHash]).toEqual([null, '1']);
});

test('a watch reports when its session or workspace is forgotten, until the watch ends', () => {
  const sessions = createRememberedSessions();
  const [one, other] = [sessionOf('one'), sessionOf('other')];
  const reports: string[] = [];
  const end = sessions.watch(one, () => void reports.push('one'));
  sessions.watch(other, () => void reports.push('other'));
  sessions.forget(['one']);
  sessions.forget([one.workspaceId, other.workspaceId]);
  end();
  sessions.forget(['one']);
  expect(reports).toEqual(['one', 'one', 'other']);
});
