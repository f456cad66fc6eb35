import type { Client, Pool } from 'pg';
import { drizzle } from '#server/database/drizzle.ts';
import * as schema from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { requireWorkspaceId } from '#server/modules/users/workspaces/workspaces.store.ts';

/** The workspace of a person, read over the test's connection. */
export const workspaceOf = (client: Client | Pool, userId: string): Promise<WorkspaceId> =>
  requireWorkspaceId(drizzle(client, { schema }), userId);
