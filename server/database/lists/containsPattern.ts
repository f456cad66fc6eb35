import { storableText } from '#server/lib/storableText.ts';

/**
 * The LIKE pattern for texts that contain the user's input, with wildcards escaped; null for an empty text. Compare in
 * lower case: `search_text like lower(pattern)`.
 */
export const containsPattern = (typed: string | undefined): string | null => {
  const text = storableText(typed ?? '').trim();
  return text === '' ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
};
