import { styleText } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const colors = { warn: 'yellow', error: 'red', fatal: 'red' } as const;

const hasColor = (level: string): level is keyof typeof colors => level in colors;

/** Control characters of a logged text would reach the terminal as commands. */
const escapeControls = (text: string): string =>
  text.replaceAll(/\p{C}/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

const showValue = (value: unknown): string => {
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(',') : JSON.stringify(value);
  return escapeControls(/^[^\s"=]+$/.test(text) ? text : JSON.stringify(text));
};

const showFields = (fields: Fields, prefix = ''): string[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    isFields(value) ? showFields(value, `${prefix}${name}.`) : [`${prefix}${name}=${showValue(value)}`],
  );

const showErrors = (error: unknown, withStack: boolean): string[] => {
  if (!isFields(error)) return [];
  const { type, message, stack, code, cause } = error;
  const head = `    ${escapeControls(String(type))}: ${escapeControls(String(message))}${code === undefined ? '' : ` (${showValue(code)})`}`;
  const frames = withStack && typeof stack === 'string' ? stack.split('\n').map(escapeControls) : [];
  return [head, ...frames, ...showErrors(cause, withStack)];
};

/** A JSON line of the logger as short lines for a person: local time, level, message, fields, and errors below. */
export const toTerminalLines = (json: string): string => {
  const line: unknown = JSON.parse(json);
  if (!isFields(line)) return json;
  const { level, time, msg, area: _area, err, ...fields } = line;
  const name = String(level);
  const clock = new Date(String(time)).toTimeString().slice(0, 8);
  const label = hasColor(name) ? styleText(colors[name], name.padEnd(5)) : name.padEnd(5);
  const head = [clock, label, escapeControls(typeof msg === 'string' ? msg : ''), ...showFields(fields)].join(' ');
  return `${[head, ...showErrors(err, name === 'error' || name === 'fatal')].join('\n')}\n`;
};
