/** Key of everything that was read about synchronised sheets; apart, so that the shell need not load the screen's calls. */
export const sheetSyncsKey = ['sheetSyncs'] as const;
