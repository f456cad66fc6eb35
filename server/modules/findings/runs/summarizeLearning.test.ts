import { expect, test } from 'vitest';
import { summarizeLearning } from './summarizeLearning.ts';

test('a kind is learning until it can detect findings for one entity', () => {
  const counts = { campaigns: 2, ads: 3, forms: 1 };
  const of = (kind: 'cpl-shift' | 'creative-decay' | 'lead-drought' | 'pacing', ...untils: string[]) =>
    untils.map((until) => ({ kind, until }));
  expect(
    summarizeLearning(
      [
        ...of('cpl-shift', '2026-05-09', '2026-05-04'),
        ...of('creative-decay', '2026-05-04', '2026-05-05'),
        ...of('lead-drought', '2026-05-02'),
        ...of('pacing', '2026-05-03'),
      ],
      counts,
    ),
  ).toEqual([...of('cpl-shift', '2026-05-04'), ...of('lead-drought', '2026-05-02'), ...of('pacing', '2026-05-03')]);
});
