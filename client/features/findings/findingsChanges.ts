import type { QueryClient } from '@tanstack/react-query';
import { createRefresh } from '#client/lib/createRefresh.ts';
import type { FindingsChanged } from '#shared/socketEvents.ts';
import { findingsKey, unmarkedKey } from './findingsKey.ts';

const refreshLists = createRefresh(findingsKey);

/** Reloads visible findings. The sidebar is on every screen, so its number is taken from the event. */
export const applyFindingsChanged = (client: QueryClient, { unmarked }: FindingsChanged): void => {
  client.setQueryData<number>(unmarkedKey, unmarked);
  refreshLists(client);
};

/** Reloads all that is visible, after events were missed. */
export const refreshFindings = (client: QueryClient): void => {
  refreshLists(client);
  void client.invalidateQueries({ queryKey: unmarkedKey });
};
