import * as z from 'zod';
import { newId } from './ids.ts';

/** An id of a workspace. Branded, so that the compiler refuses the id of a person in its place. */
export const workspaceIdSchema = z.string().brand<'WorkspaceId'>();
export type WorkspaceId = z.output<typeof workspaceIdSchema>;

export const newWorkspaceId = (): WorkspaceId => workspaceIdSchema.parse(newId());
