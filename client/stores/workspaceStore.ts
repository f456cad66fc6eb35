import { create } from 'zustand';
import type { CurrentWorkspace } from '#shared/contracts/currentWorkspace.ts';
import { useUserStore } from './userStore.ts';

type WorkspaceState = {
  /** The workspace that the page shows. Null until the server has sent it. */
  workspace: CurrentWorkspace | null;
};

/** The session's workspace. Not persisted, because each page load reads it. */
export const useWorkspaceStore = create<WorkspaceState>()(() => ({ workspace: null }));

export const setWorkspace = (workspace: CurrentWorkspace | null): void => useWorkspaceStore.setState({ workspace });

export const readWorkspace = (): CurrentWorkspace | null => useWorkspaceStore.getState().workspace;

// Resets before the next person's screens make calls with the old workspace.
useUserStore.subscribe((user, previous) => {
  if (user._id !== previous._id) setWorkspace(null);
});

/** Applies a change at once, before the server's event announces it. */
export const changeWorkspace = (change: (workspace: CurrentWorkspace) => Partial<CurrentWorkspace>): void => {
  const workspace = readWorkspace();
  if (workspace) setWorkspace({ ...workspace, ...change(workspace) });
};

export const useWorkspace = (): CurrentWorkspace | null => useWorkspaceStore(({ workspace }) => workspace);

/**
 * Whether to offer actions that only owners may do. True until the server responds, because nearly everyone is an owner
 * and the server checks anyway.
 */
export const useIsOwner = (): boolean => useWorkspaceStore(({ workspace }) => workspace?.role !== 'member');
