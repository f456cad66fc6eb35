import { beforeEach, expect, test } from 'vitest';
import { rememberColumns, useImportColumnsStore } from './importColumnsStore.ts';

const name = 'persist:importColumns';
const store = () => useImportColumnsStore.getState().files;

beforeEach(() => {
  useImportColumnsStore.setState({ files: [] });
});

test('keeps the newest choices of each person for the same columns', () => {
  rememberColumns({ owner: 'ada', columns: ['a', 'b'], choices: { a: 'email' } });
  rememberColumns({ owner: 'bob', columns: ['a', 'b'], choices: { a: 'phone' } });
  rememberColumns({ owner: 'ada', columns: ['a', 'b'], choices: { a: 'name' } });
  rememberColumns({ owner: 'ada', columns: ['b', 'a'], choices: { a: 'answer' } });
  expect(store().map(({ owner, choices }) => [owner, choices['a']])).toEqual([
    ['bob', 'phone'],
    ['ada', 'name'],
    ['ada', 'answer'],
  ]);
  expect(localStorage.getItem(name)).toContain('"owner":"bob"');
});

test('drops the oldest files beyond twenty', () => {
  for (let index = 0; index < 25; index += 1)
    rememberColumns({ owner: 'ada', columns: [`column ${index}`], choices: { [`column ${index}`]: 'answer' } });
  expect(store()).toHaveLength(20);
  expect(store()[0]?.columns).toEqual(['column 5']);
});

test('ignores stored files that are invalid', async () => {
  const valid = { owner: 'ada', columns: ['a'], choices: { a: 'email' } };
  const files = [valid, null, { owner: 1 }, { ...valid, columns: [1] }, { ...valid, choices: { a: 1 } }];
  localStorage.setItem(name, JSON.stringify({ state: { files }, version: 0 }));
  await useImportColumnsStore.persist.rehydrate();
  expect(store()).toEqual([valid]);
});
