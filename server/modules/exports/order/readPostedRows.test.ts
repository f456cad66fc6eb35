import { describe, expect, test } from 'vitest';
import { AppError } from '#server/lib/failures/errors.ts';
import { readPostedRows } from './readPostedRows.ts';

const ada = { name: 'Ada Example' };
const bea = { name: 'Bea Example' };

const codeOf = (run: () => unknown): string | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof AppError ? error.code : 'not an AppError';
  }
};

describe('the shapes of a posted export', () => {
  test.each([
    ['rows under data', { data: [ada, bea] }, [ada, bea]],
    ['indexed rows under data', { data: { 0: ada, 1: bea } }, [ada, bea]],
    ['indexed rows', { 0: ada, 1: bea }, [ada, bea]],
    ['indexed rows in number order', JSON.parse('{"10":{"n":10},"9":{"n":9}}'), [{ n: 9 }, { n: 10 }]],
    ['indexed rows, spread with fields of a record', { 0: ada, updatedAt: 'x', createdAt: 'y', _id: 'z' }, [ada]],
    ['a list', [ada, bea], [ada, bea]],
    ['one row', ada, [ada]],
    ['one row under data', { data: ada }, [ada]],
    ['one row with a column named data', { ...ada, data: { note: 'kept' } }, [{ ...ada, data: { note: 'kept' } }]],
    ['one row with a column that is a number', { 7: 'seven' }, [{ 7: 'seven' }]],
  ])('%s', (_name, body, rows) => {
    expect(readPostedRows(body)).toEqual(rows);
  });

  test.each([[{}], [[]], [{ data: [] }], [{ data: {} }], [{ data: null }]])('%j has nothing to export', (body) => {
    expect(codeOf(() => readPostedRows(body))).toBe('NOTHING_TO_EXPORT');
  });

  test.each([[['text']], [[[1, 2]]], [{ data: 'text' }], [{ data: [null] }], [{ data: [ada, 3] }]])(
    '%j is refused',
    (body) => {
      expect(codeOf(() => readPostedRows(body))).toBe('VALIDATION');
    },
  );
});
