/**
 * The start cannot succeed until the operator changes something. The message lists one fault per line: what is wrong
 * and what to do.
 */
export class StartRefusedError extends Error {
  override readonly name: string = 'StartRefusedError';
}
