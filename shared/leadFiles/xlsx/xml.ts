const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const fromCode = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** Text of XML without its entities. */
export const unescapeXml = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name = '') => {
        if (hex !== undefined) return fromCode(Number.parseInt(hex, 16));
        return decimal === undefined ? (named[name] ?? whole) : fromCode(Number(decimal));
      })
    : text;

const attributes = new Map<string, RegExp>();

/** An attribute of a tag, whatever its prefix. */
export const attributeOf = (tag: string, name: string): string | null => {
  let pattern = attributes.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    attributes.set(name, pattern);
  }
  const found = pattern.exec(tag);
  return found === null ? null : unescapeXml(found[1] ?? found[2] ?? '');
};

/** The elements with a name, each with its attributes and content. They must not contain each other. */
export function* elementsOf(xml: string, name: string): Generator<{ tag: string; content: string }> {
  const pattern = new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])([^>]*?)(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}\\s*>)`, 'g');
  for (const [, tag = '', content = ''] of xml.matchAll(pattern)) yield { tag, content };
}

/** Characters that XML cannot have are written as `_x000D_`. */
const unescapeOffice = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

const phonetic = /<(?:\w+:)?rPh[\s>][\s\S]*?<\/(?:\w+:)?rPh\s*>/g;

/** The text of a string with or without formatted parts, without pronunciations. */
export const textOf = (xml: string): string => {
  let text = '';
  const spoken = xml.includes('rPh') ? xml.replace(phonetic, '') : xml;
  for (const { content } of elementsOf(spoken, 't')) text += content;
  return unescapeOffice(unescapeXml(text));
};
