/** Markup that is safe to send: made by `html` alone, so every text in it has been escaped. */
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

/** Builds markup from a template; inserted texts are escaped, inserted `Html` and lists of it are taken as they are. */
export const html = (strings: TemplateStringsArray, ...values: Inserted[]): Html => {
  const parts = strings.map((text, index) => text + (index < values.length ? markupOf(values[index]) : ''));
  return { markup: parts.join('') };
};
