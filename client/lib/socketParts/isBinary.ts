/* See `binary.ts`. */

export const isBinary = (value: unknown): boolean => value instanceof ArrayBuffer || value instanceof Blob;

/** What is sent is our own, and holds none. */
export const hasBinary = (): boolean => false;
