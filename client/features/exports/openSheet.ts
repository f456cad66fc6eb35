import { webUrl } from '#client/lib/webUrl.ts';
import { messages } from '#shared/messages.ts';

/** A toast's button that opens the sheet in a tab of its own; undefined without a usable address. */
export const openSheetAction = (value: unknown): { label: string; onClick: () => void } | undefined => {
  const url = webUrl(value);
  if (url === null) return undefined;
  return { label: messages.exports.openSheet, onClick: () => void window.open(url, '_blank', 'noopener,noreferrer') };
};
