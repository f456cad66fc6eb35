import { expect, test } from 'vitest';
import { storableJson } from './storableText.ts';

test('removes from the texts of a value only what a database cannot store', () => {
  const half = String.fromCharCode(0xd83d);
  expect(JSON.parse(storableJson({ a: ['x\u0000y', `x${half}y`], b: 1 }))).toEqual({ a: ['xy', 'x\ufffdy'], b: 1 });
  for (const plain of ['', 'é😀', String.raw`\u0000 and \ud83d`, 'line\nbreak'])
    expect(JSON.parse(storableJson([plain]))).toEqual([plain]);
});
