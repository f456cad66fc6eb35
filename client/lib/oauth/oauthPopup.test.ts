import { afterEach, expect, it, vi } from 'vitest';
import type { PlatformId } from '#shared/platforms.ts';
import { openOauthPopup } from './oauthPopup.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('opens the consent in a window of 500 by 600 pixels and waits until it closes [S9.C.26]', async () => {
  vi.useFakeTimers();
  const popup = { closed: false, focus: () => undefined };
  const open = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as ReturnType<typeof window.open>);
  let outcome = 'open';
  void openOauthPopup('google', 'user 1').then((result) => (outcome = result));
  expect(open.mock.calls[0]?.[0]).toBe('/auth/google?userId=user%201');
  expect(open.mock.calls[0]?.[2]).toMatch(/width=500,height=600/);
  await vi.advanceTimersByTimeAsync(1000);
  expect(outcome).toBe('open');
  popup.closed = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(outcome).toBe('closed');
});

it.each<[platform: PlatformId, row: string]>([
  ['google', '[S7.POP.1]'],
  ['facebook', '[S7.POP.2]'],
  ['tiktok', '[S7.POP.3]'],
])('asks %s for the consent of the user id %s', async (platform) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await openOauthPopup(platform, 'user-1');
  expect(open.mock.calls.map(([url]) => url)).toEqual([`/auth/${platform}?userId=user-1`]);
});

it('reports a blocked window', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  expect(await openOauthPopup('tiktok', 'user-1')).toBe('blocked');
});
