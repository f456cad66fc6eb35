/**
 * Colors around the page: browser bars and the start screen of the installed app. They match the design tokens
 * `--color-surface` (the header) and `--color-bg`, because `light-dark()` is not supported there.
 */
export const themeColors = { surface: { light: '#ffffff', dark: '#14171d' }, background: '#f9fafb' } as const;
