import { create } from 'zustand';
import type { CurrentWorkspace } from '#shared/contracts/currentWorkspace.ts';
import { useUserStore } from './userStore.ts';

type WorkspaceState = {
  /** What the page shows. Null until the server has named it. */
  workspace: CurrentWorkspace | null;
};

/** The workspace that this session works in. Not persisted: each page load reads it. */
export const useWorkspaceStore = create<WorkspaceState>()(() => ({ workspace: null }));

export const setWorkspace = (workspace: CurrentWorkspace | null): void => useWorkspaceStore.setState({ workspace });

export const readWorkspace = (): CurrentWorkspace | null => useWorkspaceStore.getState().workspace;

// Before the next person's screens make calls in its name.
useUserStore.subscribe((user, previous) => {
  if (user._id !== previous._id) setWorkspace(null);
});

/** Applies a change at once, which the server also announces. */
export const changeWorkspace = (change: (workspace: CurrentWorkspace) => Partial<CurrentWorkspace>): void => {
  const workspace = readWorkspace();
  if (workspace) setWorkspace({ ...workspace, ...change(workspace) });
};

export const useWorkspace = (): CurrentWorkspace | null => useWorkspaceStore(({ workspace }) => workspace);

/**
 * Whether to offer what only owners may do. True until the server has answered: nearly everyone is an owner, and the
 * server decides anyway.
 */
export const useIsOwner = (): boolean => useWorkspaceStore(({ workspace }) => workspace?.role !== 'member');
