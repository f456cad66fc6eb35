import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventPublisher } from './EventPublisher.ts';
import { newWorkspaceId } from '#server/lib/WorkspaceId.ts';
import { publishHint } from './publishHint.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const [ada, bea] = [newWorkspaceId(), newWorkspaceId()];

/** Records what a publisher sends. */
const listen = () => {
  const sent: string[] = [];
  const publisher: EventPublisher = {
    toMember: () => undefined,
    toWorkspace: (id, event, payload) => sent.push(`${id} ${event} ${JSON.stringify(payload)}`),
    cutSessions: async () => undefined,
    moveSessions: async () => undefined,
    forgetWorkspaces: async () => undefined,
  };
  return { sent, publisher };
};

test('sends a hint at once, and combines further hints into one after a second', () => {
  const { sent, publisher } = listen();
  const change = () => publishHint(publisher, ada, 'leads_changed', { list: 'facebook' });
  change();
  expect(sent).toEqual([`${ada} leads_changed {"list":"facebook"}`]);
  for (let times = 0; times < 5; times += 1) change();
  vi.advanceTimersByTime(999);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sent).toHaveLength(2);
  vi.advanceTimersByTime(5_000);
  expect(sent).toHaveLength(2);
  change();
  expect(sent).toHaveLength(3);
});

test('different hints and workspaces do not delay each other', () => {
  const { sent, publisher } = listen();
  publishHint(publisher, ada, 'leads_changed', { list: 'facebook' });
  publishHint(publisher, ada, 'leads_changed', { list: 'custom' });
  publishHint(publisher, ada, 'insights_changed', { platform: 'facebook' });
  publishHint(publisher, bea, 'leads_changed', { list: 'facebook' });
  expect(sent).toHaveLength(4);
});
