import { expect, it } from 'vitest';
import { setMobileSidebarOpen, toggleSidebar, useUiStore } from './uiStore.ts';

const stored = (): unknown => JSON.parse(localStorage.getItem('persist:ui') ?? 'null');

it('persists only the two sidebar flags, initially closed and open [S3.UI.1] [S3.UI.2] [S3.UI.3] [S3.UI.4]', () => {
  expect(stored()).toEqual({ state: { isSidebarCollapsed: false, isMobileSidebarOpen: false }, version: 0 });
  toggleSidebar();
  setMobileSidebarOpen(true);
  expect(stored()).toEqual({ state: { isSidebarCollapsed: true, isMobileSidebarOpen: true }, version: 0 });
});

it('drops unknown values', async () => {
  localStorage.setItem(
    'persist:ui',
    JSON.stringify({ state: { isSidebarCollapsed: 'yes', theme: 'dark', isMobileSidebarOpen: true }, version: 0 }),
  );
  await useUiStore.persist.rehydrate();
  expect(useUiStore.getState()).toEqual({ isSidebarCollapsed: false, isMobileSidebarOpen: true });
});
