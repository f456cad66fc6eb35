import { importLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

/** The reason to reject a file before reading it, or null. */
export const refuseFile = ({ name, size }: File): string | null => {
  if (!/\.csv$/i.test(name)) return messages.customLeads.notCsv;
  return size > importLimits.fileBytes ? messages.customLeads.tooLarge : null;
};
