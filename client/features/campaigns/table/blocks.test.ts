import { expect, it } from 'vitest';
import { buildCampaignRow } from '#client/testing/campaigns.ts';
import { blockAt, countLines, indexOfKey, lineAt, neighborOf, toBlocks } from './blocks.ts';
import type { Line } from './lines.ts';

const line = (id: string): Line => ({
  kind: 'row',
  key: `google:campaign:${id}`,
  depth: 0,
  isOpen: false,
  row: buildCampaignRow(id),
});
const more: Line = { kind: 'more', key: 'more', depth: 1, shown: 1, total: 2, parent: buildCampaignRow('1') };

/** Ten rows, loaded four at a time. The first and last blocks are loaded; a row in the first block is open. */
const loaded = new Map([
  [1, [line('1'), line('2'), more, line('3'), line('4')]],
  [3, [line('9'), line('10')]],
]);
const blocks = toBlocks(10, 4, (page) => loaded.get(page) ?? null);

it('reserves space for rows that are not loaded', () => {
  expect(blocks.map(({ page, start, count }) => [page, start, count])).toEqual([
    [1, 0, 5],
    [2, 5, 4],
    [3, 9, 2],
  ]);
  expect(countLines(blocks)).toBe(11);
  expect(countLines([])).toBe(0);
  expect([0, 4, 5, 8, 9, 10, 99].map((index) => blockAt(blocks, index)?.page)).toEqual([1, 1, 2, 2, 3, 3, 3]);
  expect([0, 4, 5, 10, 11].map((index) => lineAt(blocks, index)?.key)).toEqual([
    'google:campaign:1',
    'google:campaign:4',
    undefined,
    'google:campaign:10',
    undefined,
  ]);
  expect(indexOfKey(blocks, 'google:campaign:9')).toBe(9);
  expect(indexOfKey(blocks, 'google:campaign:5')).toBe(-1);
});

it('skips lines other than rows when it finds the neighbors of a row', () => {
  expect(neighborOf(blocks, 'google:campaign:2', 1)).toBe('google:campaign:3');
  expect(neighborOf(blocks, 'google:campaign:3', -1)).toBe('google:campaign:2');
  expect(neighborOf(blocks, 'google:campaign:1', -1)).toBeNull();
  // Not loaded yet.
  expect(neighborOf(blocks, 'google:campaign:4', 1)).toBeNull();
  expect(neighborOf(blocks, 'google:campaign:10', 1)).toBeNull();
});
