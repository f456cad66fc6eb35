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

/** Shows the theme at once and remembers it for the next visit. */
export const setTheme = (theme: Theme): void => {
  useThemeStore.setState({ theme });
  showTheme(theme);
  try {
    localStorage.setItem(storageKey, theme);
  } catch (error) {
    logError('The browser refused to store the theme', error);
  }
};

// The choice of another tab holds here too, from the moment that something of this page knows of themes.
window.addEventListener('storage', ({ key }) => {
  if (key !== storageKey && key !== null) return;
  const theme = readStored();
  useThemeStore.setState({ theme });
  showTheme(theme);
});

export const useTheme = (): Theme => useThemeStore(({ theme }) => theme);

/** The colors on the screen: the choice, or the system's where there is none. */
export const useShownTheme = (): 'light' | 'dark' => {
  const theme = useTheme();
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)');
  if (theme !== 'system') return theme;
  return isSystemDark ? 'dark' : 'light';
};
