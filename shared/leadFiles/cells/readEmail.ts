/** Most addresses are nothing else. */
const plain = /^[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z\d-]*[a-z\d]$/i;
/** Invisible characters: soft hyphens, marks of direction, and blanks without width. */
const invisible = /[\p{Cf}\p{Cc}\ufe0f]/gu;
const address = /[^\s<>()[\]"“”„«»,;:|\\/@]+@[^\s<>()[\]"“”„«»'’,;:|\\/@]+/u;

/**
 * The first e-mail address in a text: `mailto:ada@example.test`, `Ada <ada@example.test>`, `ada@example.test.`. Keeps
 * the case. Null without one.
 */
export const readEmail = (text: string): string | null => {
  if (plain.test(text)) return text;
  if (!/[@＠]/.test(text)) return null;
  const [found] = address.exec(text.replace(invisible, '').replaceAll('＠', '@')) ?? [];
  const trimmed = found?.replace(/^['’‘.]+|[.'’!?]+$/g, '');
  return trimmed !== undefined && /^[^@]+@[^@]+$/.test(trimmed) ? trimmed : null;
};
