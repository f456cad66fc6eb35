import { messages } from '#shared/messages.ts';

/** The address if it is one that may be opened: `javascript:` and its like are not. */
export const sheetUrl = (value: unknown): string | null => {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  return /^https?:$/.test(new URL(value).protocol) ? value : null;
};

/** A toast's button that opens the sheet in a tab of its own; undefined without a usable address. */
export const openSheetAction = (value: unknown): { label: string; onClick: () => void } | undefined => {
  const url = sheetUrl(value);
  if (url === null) return undefined;
  return { label: messages.exports.openSheet, onClick: () => void window.open(url, '_blank', 'noopener,noreferrer') };
};
