import { isErrorCell, isPlaceholder } from './cellText.ts';

/** The kinds of objects before the ids in Meta's downloads: lead, ad, ad set, campaign, form, customer. */
const metaPrefix = /^(?:l|ag|as|c|f|z):(?=\d)/;
/** A long number that a spreadsheet program has rounded: `2E+15`. Its digits are lost. */
const rounded = /^[+-]?\d+(?:[.,]\d+)?E\+?\d+$/i;

export const isRoundedNumber = (text: string): boolean => {
  const code = text.charCodeAt(0);
  return (code < 0x3a || code === 0x2d) && rounded.test(text);
};

/** Whether a text is a number without a zero in front, from a position on. */
const isPlainNumber = (text: string, start: number): boolean => {
  if (text.length < start + 2 || text.charCodeAt(start) === 0x30) return false;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
};

/** An id as its platform writes it; null for a text that identifies nothing. */
export const readId = (text: string): string | null => {
  // Most ids are nothing else.
  if (isPlainNumber(text, 0)) return text;
  // `'7559000000000000001`: the guard of TikTok's download.
  const bare = (text.startsWith("'") ? text.slice(1) : text).replace(metaPrefix, '');
  if (isPlainNumber(bare, 0)) return bare;
  if (bare === '' || isErrorCell(bare) || isPlaceholder(bare) || isRoundedNumber(bare) || /^0+(?:\.0+)?$/.test(bare))
    return null;
  return /^\d+\.0+$/.test(bare) ? bare.slice(0, bare.indexOf('.')) : bare;
};
