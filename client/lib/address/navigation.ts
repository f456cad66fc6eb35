/** Opens an address of the app from outside of React. The signed-in frame replaces it by one that keeps the page. */
export const navigation = { open: (path: string): void => window.location.assign(path) };
