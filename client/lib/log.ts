/**
 * Writes to the browser console, the client's only log. Pass only harmless data: statuses, codes and server messages,
 * never request bodies, tokens or one-time codes.
 */
export const logError = (message: string, ...details: unknown[]): void => {
  globalThis.console.error(message, ...details);
};
