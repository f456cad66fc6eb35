import type { AppContext } from '#server/AppContext.ts';
import { publishHint } from '#server/realtime/publishHint.ts';
import type { Owner } from './days/insightDays.store.ts';

/** Notifies open screens that the stored metrics of a platform have changed, at most once a second. */
export const publishInsightsChanged = (
  { publisher }: Pick<AppContext, 'publisher'>,
  { workspaceId, platform }: Owner,
): void => publishHint(publisher, workspaceId, 'insights_changed', { platform });
