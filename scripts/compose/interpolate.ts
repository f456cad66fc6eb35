type Values = Readonly<Record<string, string | undefined>>;

/** `${NAME}`, `${NAME-default}` if unset, `${NAME:-default}` if unset or empty. */
const reference = /^(?<name>[A-Za-z_]\w*)(?:(?<operator>:?-)(?<fallback>[\s\S]*))?$/;

/** Finds the end of the reference that begins before `start`. Defaults may contain references. */
const findEnd = (text: string, start: number): number => {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    if (text.startsWith('${', at)) depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`"${text}" has a reference without an end`);
};

/** Replaces variables in a text, as Compose does. Calls `onVariable` for each name. @throws if the text is invalid */
export const interpolate = (text: string, values: Values, onVariable: (name: string) => void = () => {}): string => {
  const start = text.indexOf('$');
  if (start === -1) return text;
  const before = text.slice(0, start);
  if (text[start + 1] === '$') return `${before}$${interpolate(text.slice(start + 2), values, onVariable)}`;
  if (text[start + 1] !== '{') throw new Error(`"${text}" has a $ that begins no reference`);
  const end = findEnd(text, start + 2);
  const { name, operator, fallback = '' } = reference.exec(text.slice(start + 2, end))?.groups ?? {};
  if (name === undefined) throw new Error(`"${text}" has an invalid reference`);
  onVariable(name);
  const value = values[name];
  const isMissing = value === undefined || (operator === ':-' && value === '');
  return `${before}${isMissing ? interpolate(fallback, values, onVariable) : value}${interpolate(text.slice(end + 1), values, onVariable)}`;
};
