/**
 * Writes to the browser's console, the client's only log. Callers pass what a person may read over someone's shoulder:
 * statuses, codes and server messages, never request bodies, tokens or one-time codes.
 */
export const logError = (message: string, ...details: unknown[]): void => {
  globalThis.console.error(message, ...details);
};
