/**
 * Encrypts secrets that are used again later. `place` (table, column, owner) is authenticated with the cipher text, so
 * a value copied to another row does not open.
 */
export type SecretBox = {
  /** Key ids, starting with the one that seals. They reveal nothing about the keys. */
  readonly keyIds: readonly [string, ...string[]];
  seal(plainText: string, place: string): string;
  /** @throws when the text was changed, belongs to another place, or its key is not among the configured ones */
  open(sealed: string, place: string): string;
  /** A keyed digest that only holders of the key can make. It changes with the key that seals. */
  sign(text: string): Buffer;
};
