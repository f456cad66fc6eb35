import { create } from 'zustand';
import { useMediaQuery } from '#client/lib/hooks/useMediaQuery.ts';
import { logError } from '#client/lib/log.ts';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/** Plain text rather than JSON: the script that runs before the first paint reads it too. */
const storageKey = 'theme';

const isTheme = (value: unknown): value is Theme => (themes as readonly unknown[]).includes(value);

const readStored = (): Theme => {
  try {
    const stored = localStorage.getItem(storageKey);
    return isTheme(stored) ? stored : 'system';
  } catch (error) {
    logError('The stored theme cannot be read', error);
    return 'system';
  }
};

const useThemeStore = create<{ theme: Theme }>()(() => ({ theme: readStored() }));

const showTheme = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme;
};

export const setTheme = (theme: Theme): void => {
  useThemeStore.setState({ theme });
  showTheme(theme);
  try {
    localStorage.setItem(storageKey, theme);
  } catch (error) {
    logError('The browser refused to store the theme', error);
  }
};

// Follows theme changes in other tabs.
window.addEventListener('storage', ({ key }) => {
  if (key !== storageKey && key !== null) return;
  const theme = readStored();
  useThemeStore.setState({ theme });
  showTheme(theme);
});

export const useTheme = (): Theme => useThemeStore(({ theme }) => theme);

/** The theme in use, with `system` resolved. */
export const useShownTheme = (): 'light' | 'dark' => {
  const theme = useTheme();
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)');
  if (theme !== 'system') return theme;
  return isSystemDark ? 'dark' : 'light';
};
