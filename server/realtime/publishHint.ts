import type { ServerEventPayload } from '#shared/socketEvents.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { EventPublisher } from './EventPublisher.ts';

/** Events that make open screens reload data. They are not stored: a screen that missed one reloads anyway. */
type HintName = 'leads_changed' | 'insights_changed' | 'members_changed';

const intervalMs = 1_000;

/** Recently sent hints, and whether the data has changed again since then. */
const resting = new WeakMap<EventPublisher, Map<string, { hasChanged: boolean }>>();

/** Sends a hint to the open screens of a workspace: the first time at once, then at most once a second. */
export const publishHint = <E extends HintName>(
  publisher: EventPublisher,
  workspaceId: WorkspaceId,
  event: E,
  payload: ServerEventPayload<E>,
): void => {
  const hints = resting.get(publisher) ?? new Map<string, { hasChanged: boolean }>();
  resting.set(publisher, hints);
  const key = JSON.stringify([workspaceId, event, payload]);
  const rest = hints.get(key);
  if (rest) {
    rest.hasChanged = true;
    return;
  }
  const begun = { hasChanged: false };
  hints.set(key, begun);
  publisher.toWorkspace(workspaceId, event, payload);
  setTimeout(() => {
    hints.delete(key);
    if (begun.hasChanged) publishHint(publisher, workspaceId, event, payload);
  }, intervalMs).unref();
};
