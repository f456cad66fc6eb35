import { GoogleApiError } from '../apiError.ts';

import { spreadsheetMimeType } from '../sheets/spreadsheet.ts';
import type { Spreadsheet } from '../sheets/spreadsheet.ts';

type Test = (file: Spreadsheet) => boolean;

const textPattern = String.raw`'((?:[^'\\]|\\.)*)'`;
const propertyPattern = new RegExp(
  String.raw`^appProperties\s+has\s+\{\s*key\s*=\s*${textPattern}\s+and\s+value\s*=\s*${textPattern}\s*\}`,
);
const trashedPattern = /^trashed\s*(=|!=)\s*(true|false)/;
const namePattern = new RegExp(String.raw`^name\s*(=|contains)\s*${textPattern}`);
const mimeTypePattern = new RegExp(String.raw`^mimeType\s*(=|!=)\s*${textPattern}`);

const unescape = (text = ''): string => text.replace(/\\(.)/g, '$1');

const invalidQuery = (): Error => new GoogleApiError('INVALID_ARGUMENT', 'Invalid Value');

const parseCondition = (text: string): { test: Test; length: number } => {
  const property = propertyPattern.exec(text);
  if (property) {
    const [whole, key, value] = property;
    return { length: whole.length, test: (file) => file.appProperties[unescape(key)] === unescape(value) };
  }
  const trashed = trashedPattern.exec(text);
  if (trashed) {
    const [whole, operator, value] = trashed;
    return { length: whole.length, test: (file) => (operator === '=') === (file.trashed === (value === 'true')) };
  }
  const name = namePattern.exec(text);
  if (name) {
    const [whole, operator, value] = name;
    const wanted = unescape(value);
    const isPart = operator === 'contains';
    return { length: whole.length, test: (file) => (isPart ? file.title.includes(wanted) : file.title === wanted) };
  }
  const mimeType = mimeTypePattern.exec(text);
  if (mimeType) {
    const [whole, operator, value] = mimeType;
    return { length: whole.length, test: () => (operator === '=') === (unescape(value) === spreadsheetMimeType) };
  }
  throw invalidQuery();
};

/** Parses the subset of Drive's search language that an app needs to find its spreadsheets: conditions joined by `and`. */
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
