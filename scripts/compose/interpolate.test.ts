import { expect, test } from 'vitest';
import { interpolate } from './interpolate.ts';

test.each([
  ['plain', 'plain'],
  ['${SET}:80', 'value:80'],
  ['${EMPTY-default}|${EMPTY:-default}', '|default'],
  ['${AWAY-default}|${AWAY:-}|${AWAY}', 'default||'],
  ['${AWAY:-http://localhost:${PORT:-80}}/x', 'http://localhost:80/x'],
  ['costs $$5', 'costs $5'],
])('replaces the variables in %j', (text, expected) => {
  expect(interpolate(text, { SET: 'value', EMPTY: '' })).toBe(expected);
});

test.each(['${OPEN', '$NAME', '${NAME?must be set}', '${}'])('refuses %j', (text) => {
  expect(() => interpolate(text, { NAME: 'value' })).toThrow(text);
});

test('reports every variable in the text, including those in defaults that apply', () => {
  const names: string[] = [];
  interpolate('${ONE:-${TWO}} ${THREE:-}', {}, (name) => names.push(name));
  expect(names).toEqual(['ONE', 'TWO', 'THREE']);
});
