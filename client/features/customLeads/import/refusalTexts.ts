import { messages } from '#shared/messages.ts';
import type { ImportRefusal } from './importTasks.ts';

/** Not part of `ImportRefused`, because the worker would load the texts too. */
export const refusalTexts: Record<ImportRefusal, string> = {
  noRows: messages.customLeads.noRows,
  notText: messages.customLeads.notText,
  otherFormat: messages.customLeads.otherFormat,
  tooManyRows: messages.customLeads.tooMany,
  tooLarge: messages.customLeads.tooLargeToSave,
};
