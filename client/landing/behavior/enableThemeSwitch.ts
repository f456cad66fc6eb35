const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const storageKey = 'theme';

const readTheme = (): Theme => themes.find((theme) => theme === document.documentElement.dataset['theme']) ?? 'system';

const nextTheme = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';

/** With blocked storage the theme still switches, but only for this visit. */
const storeTheme = (theme: Theme): void => {
  try {
    localStorage.setItem(storageKey, theme);
  } catch (error) {
    reportError(error);
  }
};

/** Enables the theme button of the public pages: cycles system, light, dark. */
export const enableThemeSwitch = (): void => {
  const button = document.querySelector<HTMLButtonElement>('[data-theme-switch]');
  if (!button) return;

  const show = (theme: Theme) => {
    document.documentElement.dataset['theme'] = theme;
    button.setAttribute('aria-label', `Theme: ${theme}. Switch to ${nextTheme(theme)}`);
    button.title = `Theme: ${theme}`;
    for (const icon of button.querySelectorAll<SVGElement>('[data-theme-icon]'))
      icon.classList.toggle('hidden', icon.dataset['themeIcon'] !== theme);
  };

  button.addEventListener('click', () => {
    const next = nextTheme(readTheme());
    storeTheme(next);
    show(next);
  });
  show(readTheme());
  button.classList.remove('invisible');
};
