/** Matches `/google` and `/google/x`, but not `/google-sheets`. */
export const isActivePath = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`);
