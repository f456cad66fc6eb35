import { importLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

/** The reason to reject a file before reading it, or null. */
export const refuseFile = ({ name, size }: File): string | null => {
  if (/\.(?:xls|xlsb|ods|numbers|pdf|docx?|html?|xml|json|zip|png|jpe?g|gif|webp|heic)$/i.test(name))
    return messages.customLeads.otherFormat;
  if (!/\.(?:csv|tsv|tab|txt|xlsx|xlsm)$/i.test(name)) return messages.customLeads.notCsv;
  return size > importLimits.fileBytes ? messages.customLeads.tooLarge : null;
};
