import { storableText } from '#server/lib/storableText.ts';

/**
 * The LIKE pattern of texts that contain what a person typed, whose own wildcards are letters like any other; null when
 * they typed nothing. To be compared in one case: `search_text like lower(pattern)`.
 */
export const containsPattern = (typed: string | undefined): string | null => {
  const text = storableText(typed ?? '').trim();
  return text === '' ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
};
