/**
 * Texts that the product itself decides on; a server message, where there is one, comes before a fallback. Modules rather
 * than one object, so that a chunk of the browser carries just the texts it shows.
 */
export * as messages from './messages/index.ts';
