import { GoogleApiError } from '../apiError.ts';

import { SPREADSHEET_MIME_TYPE } from '../sheets/spreadsheet.ts';
import type { Spreadsheet } from '../sheets/spreadsheet.ts';

type Test = (file: Spreadsheet) => boolean;

const TEXT = String.raw`'((?:[^'\\]|\\.)*)'`;
const PROPERTY = new RegExp(String.raw`^appProperties\s+has\s+\{\s*key\s*=\s*${TEXT}\s+and\s+value\s*=\s*${TEXT}\s*\}`);
const TRASHED = /^trashed\s*(=|!=)\s*(true|false)/;
const NAME = new RegExp(String.raw`^name\s*(=|contains)\s*${TEXT}`);
const MIME_TYPE = new RegExp(String.raw`^mimeType\s*(=|!=)\s*${TEXT}`);

const unescape = (text = ''): string => text.replace(/\\(.)/g, '$1');

const invalidQuery = (): Error => new GoogleApiError('INVALID_ARGUMENT', 'Invalid Value');

const parseCondition = (text: string): { test: Test; length: number } => {
  const property = PROPERTY.exec(text);
  if (property) {
    const [whole, key, value] = property;
    return { length: whole.length, test: (file) => file.appProperties[unescape(key)] === unescape(value) };
  }
  const trashed = TRASHED.exec(text);
  if (trashed) {
    const [whole, operator, value] = trashed;
    return { length: whole.length, test: (file) => (operator === '=') === (file.trashed === (value === 'true')) };
  }
  const name = NAME.exec(text);
  if (name) {
    const [whole, operator, value] = name;
    const wanted = unescape(value);
    const isPart = operator === 'contains';
    return { length: whole.length, test: (file) => (isPart ? file.title.includes(wanted) : file.title === wanted) };
  }
  const mimeType = MIME_TYPE.exec(text);
  if (mimeType) {
    const [whole, operator, value] = mimeType;
    return { length: whole.length, test: () => (operator === '=') === (unescape(value) === SPREADSHEET_MIME_TYPE) };
  }
  throw invalidQuery();
};

/** Reads the part of Drive's search language that an app needs to find its own spreadsheets; conditions joined by `and`. */
export const parseDriveQuery = (text: string): Test => {
  const tests: Test[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const { test, length } = parseCondition(rest);
    tests.push(test);
    rest = rest.slice(length).trim();
    if (rest === '') break;
    if (!/^and\s/.test(rest)) throw invalidQuery();
    rest = rest.slice(3).trim();
    if (rest === '') throw invalidQuery();
  }
  return (file) => tests.every((test) => test(file));
};
