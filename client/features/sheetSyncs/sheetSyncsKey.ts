/** Prefix of all query keys of synced sheets. In its own file, so that the shell need not load the screen's calls. */
export const sheetSyncsKey = ['sheetSyncs'] as const;
