import { expect, it } from 'vitest';
import { isTyping } from './isTyping.ts';

it.each([
  ['<input type="search">', true],
  ['<input type="date">', true],
  ['<textarea></textarea>', true],
  ['<select></select>', true],
  ['<dialog><button></button></dialog>', true],
  ['<input type="checkbox">', false],
  ['<input type="file">', false],
  ['<button></button>', false],
])('keys in %s are typing: %s', (html, expected) => {
  document.body.innerHTML = html;
  const innermost = [...document.body.querySelectorAll('*')].at(-1) ?? null;
  expect(isTyping(innermost)).toBe(expected);
});
