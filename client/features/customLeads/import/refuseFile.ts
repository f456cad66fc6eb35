import { importLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

/** Why a file is not even opened; null when it is. */
export const refuseFile = ({ name, size }: File): string | null => {
  if (!/\.csv$/i.test(name)) return messages.customLeads.notCsv;
  return size > importLimits.fileBytes ? messages.customLeads.tooLarge : null;
};
