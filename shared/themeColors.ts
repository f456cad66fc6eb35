/**
 * Colors for what surrounds a page (the browser's bars, the start screen of the installed app), as the design tokens
 * have them: `--color-surface`, which the header has, and `--color-bg`. Those places do not know `light-dark()`.
 */
export const themeColors = { surface: { light: '#ffffff', dark: '#14171d' }, background: '#f9fafb' } as const;
