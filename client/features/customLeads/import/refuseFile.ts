import { importLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

/** Why a file is rejected without reading it, else null. */
export const refuseFile = ({ name, size }: File): string | null => {
  if (!/\.csv$/i.test(name)) return messages.customLeads.notCsv;
  return size > importLimits.fileBytes ? messages.customLeads.tooLarge : null;
};
