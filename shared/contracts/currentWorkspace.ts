import * as z from 'zod/mini';
import { byPlatform } from '../platforms.ts';
import { workspaceRoles } from '../workspaceRoles.ts';

/** The session's workspace, with the data that every screen needs. */
export const currentWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  /** The caller's role. */
  role: z.enum(workspaceRoles),
  members: z.number(),
  /** Open invitations; 0 unless the caller is an owner. */
  invitations: z.number(),
  /** How many workspaces the caller is a member of. */
  workspaces: z.number(),
  /** Open findings without a mark. */
  unmarkedFindings: z.number(),
  /** The ad accounts that the caller has selected here. */
  defaultAccounts: z.object(byPlatform(() => z.array(z.string()))),
});
export type CurrentWorkspace = z.infer<typeof currentWorkspace>;
