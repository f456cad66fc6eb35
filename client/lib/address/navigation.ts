/** Opens an address from outside React. The signed-in frame replaces `open` with one that does not reload the page. */
export const navigation = { open: (path: string): void => window.location.assign(path) };
