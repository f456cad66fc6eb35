/** Safe markup. Only `html` creates it, so all its text is escaped. */
export type Html = { readonly markup: string };

type Inserted = Html | string | number | readonly Html[] | undefined | false;

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const markupOf = (value: Inserted): string => {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  if ('markup' in value) return value.markup;
  return value.map((each) => each.markup).join('');
};

/** Builds markup from a template. Escapes inserted text, but not inserted `Html` or lists of it. */
export const html = (strings: TemplateStringsArray, ...values: Inserted[]): Html => {
  const parts = strings.map((text, index) => text + (index < values.length ? markupOf(values[index]) : ''));
  return { markup: parts.join('') };
};
