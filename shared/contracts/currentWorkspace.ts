import * as z from 'zod/mini';
import { byPlatform } from '../platforms.ts';
import { workspaceRoles } from '../workspaceRoles.ts';

/** The workspace that a session works in, with what every screen needs to know of it. */
export const currentWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  /** Of the caller. */
  role: z.enum(workspaceRoles),
  members: z.number(),
  /** Open invitations; 0 for those who are no owner. */
  invitations: z.number(),
  /** How many workspaces the caller is a member of. */
  workspaces: z.number(),
  /** Open findings that nobody has marked. */
  unmarkedFindings: z.number(),
  /** The ad accounts that the caller has selected here. */
  defaultAccounts: z.object(byPlatform(() => z.array(z.string()))),
});
export type CurrentWorkspace = z.infer<typeof currentWorkspace>;
