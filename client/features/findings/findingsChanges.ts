import type { QueryClient } from '@tanstack/react-query';
import { createRefresh } from '#client/lib/createRefresh.ts';
import { changeWorkspace } from '#client/stores/workspaceStore.ts';
import type { FindingsChanged } from '#shared/socketEvents.ts';
import { findingsKey } from './findingsKey.ts';

/** Reloads visible findings. */
export const refreshFindings = createRefresh(findingsKey);

/** The sidebar is on every screen, so its number comes with the event. */
export const applyFindingsChanged = (client: QueryClient, { unmarked }: FindingsChanged): void => {
  changeWorkspace(() => ({ unmarkedFindings: unmarked }));
  refreshFindings(client);
};
