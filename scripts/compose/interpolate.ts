type Values = Readonly<Record<string, string | undefined>>;

/** `${NAME}`, `${NAME-default}` when it is not set, `${NAME:-default}` when it is empty too. */
const reference = /^(?<name>[A-Za-z_]\w*)(?:(?<operator>:?-)(?<fallback>[\s\S]*))?$/;

/** Where the reference that begins before `start` ends; defaults may hold references of their own. */
const findEnd = (text: string, start: number): number => {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    if (text.startsWith('${', at)) depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`"${text}" has a reference without an end`);
};

/** Puts variables into a text, as Compose does; `note` hears the name of each. @throws where the text is none that Compose takes */
export const interpolate = (text: string, values: Values, note: (name: string) => void = () => {}): string => {
  const start = text.indexOf('$');
  if (start === -1) return text;
  const before = text.slice(0, start);
  if (text[start + 1] === '$') return `${before}$${interpolate(text.slice(start + 2), values, note)}`;
  if (text[start + 1] !== '{') throw new Error(`"${text}" has a $ that begins no reference`);
  const end = findEnd(text, start + 2);
  const { name, operator, fallback = '' } = reference.exec(text.slice(start + 2, end))?.groups ?? {};
  if (name === undefined) throw new Error(`"${text}" has a reference of another form`);
  note(name);
  const value = values[name];
  const isMissing = value === undefined || (operator === ':-' && value === '');
  return `${before}${isMissing ? interpolate(fallback, values, note) : value}${interpolate(text.slice(end + 1), values, note)}`;
};
