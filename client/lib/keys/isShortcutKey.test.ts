import { afterEach, expect, it } from 'vitest';
import { isShortcutKey } from './isShortcutKey.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

const press = (key: string, modifiers: KeyboardEventInit = {}, target: Element = document.body): boolean => {
  let result = false;
  const listen = (event: Event): void => {
    if (event instanceof KeyboardEvent) result = isShortcutKey(event);
  };
  document.addEventListener('keydown', listen, { once: true });
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...modifiers }));
  return result;
};

it.each<[string, KeyboardEventInit, boolean]>([
  ['d', {}, true],
  ['d', { ctrlKey: true }, false],
  ['d', { altKey: true }, false],
  ['ArrowLeft', { altKey: true }, false],
  ['/', { metaKey: true }, false],
  ['/', { ctrlKey: true }, false],
  ['?', { shiftKey: true }, true],
  // A German keyboard on macOS and on Windows.
  ['[', { altKey: true }, true],
  ['[', { ctrlKey: true, altKey: true }, true],
])('%s with %j is for the screen: %s', (key, modifiers, expected) => {
  expect(press(key, modifiers)).toBe(expected);
});

it('ignores keys in fields and open dialogs', () => {
  document.body.innerHTML = '<input><button>Go</button>';
  expect(press('d', {}, document.querySelector('input') ?? document.body)).toBe(false);
  expect(press('d', {}, document.querySelector('button') ?? document.body)).toBe(true);
  document.body.innerHTML += '<dialog open></dialog>';
  expect(press('d')).toBe(false);
});
