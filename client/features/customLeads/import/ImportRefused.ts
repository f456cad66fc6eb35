import type { ImportRefusal } from './importTasks.ts';

/** The import has no preview, for a reason that the person can fix. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
  readonly refusal: ImportRefusal;

  constructor(refusal: ImportRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}
