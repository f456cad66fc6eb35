import type { AppContext } from '#server/AppContext.ts';
import type { EventPublisher } from '#server/lib/EventPublisher.ts';
import type { LeadList } from './leadCounts.store.ts';

const intervalMs = 1_000;

/** Lists whose hint was sent a moment ago, and whether they have changed since. */
const resting = new WeakMap<EventPublisher, Map<string, { hasChanged: boolean }>>();

/** Tells a person's open screens that a list has changed: the first time at once, then at most once a second. */
export const publishLeadsChanged = (context: Pick<AppContext, 'publisher'>, userId: string, list: LeadList): void => {
  const { publisher } = context;
  const lists = resting.get(publisher) ?? new Map<string, { hasChanged: boolean }>();
  resting.set(publisher, lists);
  const key = `${userId}:${list}`;
  const rest = lists.get(key);
  if (rest) {
    rest.hasChanged = true;
    return;
  }
  const begun = { hasChanged: false };
  lists.set(key, begun);
  publisher.toUser(userId, 'leads_changed', { list });
  setTimeout(() => {
    lists.delete(key);
    if (begun.hasChanged) publishLeadsChanged(context, userId, list);
  }, intervalMs).unref();
};
