/**
 * A start that cannot succeed until somebody changes something. The message is for that person: one line for each fault, which
 * says what is wrong and what to do.
 */
export class StartRefusedError extends Error {
  override readonly name: string = 'StartRefusedError';
}
