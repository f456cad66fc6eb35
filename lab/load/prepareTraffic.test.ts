import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { shareOf, shares } from './prepareTraffic.ts';

test('the shares add up to 100 and match docs/SCALING.md', async () => {
  const values = Object.values(shares);
  expect(values.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 6);
  expect(shareOf('page')).toBeCloseTo(shares.page / 100, 6);
  const page = await readFile(new URL('../../docs/SCALING.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split(/^\| kind of request .*$/m);
  const documented = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| [^|]*\| ([\d.]+) /gm)].map(([, share]) =>
    Number(share),
  );
  expect(documented).toEqual(values);
});
