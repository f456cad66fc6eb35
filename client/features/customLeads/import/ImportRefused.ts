import { messages } from '#shared/messages.ts';
import type { ImportRefusal } from './importTasks.ts';

const texts: Record<ImportRefusal, string> = {
  noRows: messages.customLeads.noRows,
  notText: messages.customLeads.notText,
  tooManyRows: messages.customLeads.tooMany,
};

/** The import has no preview, for a reason that the person can fix. The screen shows `text`. */
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
