/**
 * Texts defined by the product. A server message takes precedence over a fallback. Separate modules instead of one
 * object, so that a browser chunk contains only the texts that it shows.
 */
export * as messages from './messages/index.ts';
