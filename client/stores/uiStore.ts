import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { localStorageOf } from './localStorageOf.ts';

type UiState = {
  isSidebarCollapsed: boolean;
  isMobileSidebarOpen: boolean;
};

const defaults = (): UiState => ({ isSidebarCollapsed: false, isMobileSidebarOpen: false });

const keepFlags = (stored: unknown): UiState => {
  const flags = defaults();
  if (typeof stored !== 'object' || stored === null) return flags;
  for (const key of ['isSidebarCollapsed', 'isMobileSidebarOpen'] as const) {
    const value: unknown = Reflect.get(stored, key);
    if (typeof value === 'boolean') flags[key] = value;
  }
  return flags;
};

/** Sidebar state, kept in local storage under `persist:ui`. */
export const useUiStore = create<UiState>()(
  persist(defaults, {
    name: 'persist:ui',
    storage: localStorageOf<UiState>(),
    merge: keepFlags,
    migrate: keepFlags,
  }),
);

if (useUiStore.persist.hasHydrated()) useUiStore.setState({});

export const toggleSidebar = (): void => {
  useUiStore.setState(({ isSidebarCollapsed }) => ({ isSidebarCollapsed: !isSidebarCollapsed }));
};
export const setMobileSidebarOpen = (isMobileSidebarOpen: boolean): void => {
  useUiStore.setState({ isMobileSidebarOpen });
};
