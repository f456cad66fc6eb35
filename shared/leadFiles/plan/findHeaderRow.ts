import { cleanCell } from '../cells/cellText.ts';
import { readTime } from '../cells/readTime.ts';
import { isKnownHeader } from '../headers/findMeanings.ts';

/** A header is searched in this many rows. */
const searchedRows = 60;

const isLongNumber = (text: string): boolean =>
  /^[+(='"p:l]*[\d\s().+/-]{6,}"?$/.test(text) && text.replace(/\D/g, '').length >= 6;

const isTime = (text: string): boolean => readTime(text, 'dayFirst') !== null || readTime(text, 'monthFirst') !== null;

/** A cell that no header and hardly a title has. */
const isContact = (text: string): boolean =>
  /^\S+@\S+\.\S+$/.test(text) || (isLongNumber(text) && (!isTime(text) || /^\d+$/.test(text)));

/** The width of the table: titles and captions are narrower than most rows. */
const widthOf = (counts: readonly number[]): number =>
  counts.toSorted((a, b) => a - b)[Math.floor(counts.length * 0.75)] ?? 0;

/**
 * The row of the header: of the rows before the first one with data, the one with the most known names, or else the
 * first one that is about as wide as the table. Null without a header.
 */
export const findHeaderRow = (rows: readonly (readonly string[])[]): number | null => {
  const sample = rows.slice(0, searchedRows).map((cells, index) => ({
    index,
    filled: cells.map(cleanCell).filter((cell) => cell !== ''),
  }));
  const width = widthOf(sample.map(({ filled }) => filled.length).filter((count) => count > 0));
  let best: { index: number; known: number } | null = null;
  for (const { index, filled } of sample) {
    if (filled.length === 0) continue;
    const known = filled.filter((cell) => isKnownHeader(cell)).length;
    const isWide = filled.length * 2 >= width;
    const hasContact = filled.some(isContact);
    if ((hasContact || filled.some(isTime)) && known * 2 < filled.length) {
      // A title may have the day of the export.
      if (hasContact ? isWide : filled.length * 4 >= width * 3) break;
      continue;
    }
    if ((known > 0 || isWide) && (isWide || known > 1) && (best === null || known > best.known))
      best = { index, known };
  }
  return best?.index ?? null;
};
