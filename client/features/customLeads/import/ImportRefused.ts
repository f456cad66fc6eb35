import { messages } from '#shared/messages.ts';
import type { ImportRefusal } from './importTasks.ts';

const texts: Record<ImportRefusal, string> = {
  noRows: messages.customLeads.noRows,
  notText: messages.customLeads.notText,
  tooManyRows: messages.customLeads.tooMany,
};

/** There is nothing to preview, for a reason that the person can fix. `text` is shown. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
  readonly refusal: ImportRefusal;

  constructor(refusal: ImportRefusal) {
    super(refusal);
    this.refusal = refusal;
  }

  get text(): string {
    return texts[this.refusal];
  }
}
