import type { AppContext } from '#server/AppContext.ts';
import { publishHint } from '#server/realtime/publishHint.ts';
import type { Owner } from './days/insightDays.store.ts';

/** Tells a person's open screens that the stored figures of a platform have changed, at most once a second. */
export const publishInsightsChanged = (
  { publisher }: Pick<AppContext, 'publisher'>,
  { userId, platform }: Owner,
): void => publishHint(publisher, userId, 'insights_changed', { platform });
