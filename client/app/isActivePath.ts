/** True for the entry's own address and what lies under it: `/google` and `/google/x`, not `/google-sheets`. */
export const isActivePath = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`);
