import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { statuses } from './testing/listModel.ts';
import type { Filter } from './testing/listModel.ts';
import type { Model } from './testing/lists/Model.ts';
import { platforms, runCollect } from './testing/lists/collectLeads.ts';
import { arrivals, runImport, runSheet } from './testing/lists/importRows.ts';
import type { Action } from './testing/lists/workOnLeads.ts';
import { runBulk, runDelete, runEdit, runMerge, runSeparate, runSingle } from './testing/lists/workOnLeads.ts';
import { runUndo } from './testing/lists/undoActivities.ts';
import { checkAllLeads, checkLists, readTotals, totalsOf } from './testing/lists/compareLists.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const place = fc.nat({ max: 20 });
const some = fc.array(place, { minLength: 1, maxLength: 4 });
const variant = fc.nat({ max: 4 });
const rows = fc.array(
  fc.record({
    id: fc.option(
      fc.oneof(
        fc.constantFrom('row-0', 'row-1'),
        fc.constantFrom('100', '101', 'l:100', 'l:101', 'ag:200', '201', '202'),
      ),
      { freq: 6 },
    ),
    variant,
    status: fc.constantFrom('', 'Contacted', 'won', 'Unknown text'),
    created: fc.constantFrom('', '10/11/2026', ...Object.keys(arrivals)),
  }),
  { minLength: 1, maxLength: 3 },
);
const tags = fc.uniqueArray(fc.constantFrom('hot', 'vip'));
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('status' as const), status: fc.constantFrom(...statuses) }),
  fc.record({ kind: fc.constant('tags' as const), add: tags, remove: tags }),
);

type Run = (model: Model) => Promise<unknown>;
/** A step as its arguments, so that a failure shows them. */
const step = <Given extends object>(
  weight: number,
  run: (model: Model, given: Given) => Promise<unknown>,
  given: fc.Arbitrary<Given>,
): { weight: number; arbitrary: fc.Arbitrary<{ name: string; given: object; run: Run }> } => ({
  weight,
  arbitrary: given.map((each) => ({ name: run.name, given: each, run: (model) => run(model, each) })),
});
const platform = fc.constantFrom(...platforms);
const steps = fc.array(
  fc.oneof(
    step(
      3,
      runCollect,
      fc.record({ platform, numbers: fc.uniqueArray(fc.nat({ max: 4 }), { minLength: 1 }), variant }),
    ),
    step(3, runImport, fc.record({ rows })),
    step(1, runSheet, fc.record({ rows })),
    step(2, runEdit, fc.record({ lead: place, variant })),
    step(2, runSingle, fc.record({ lead: place, action })),
    step(3, runBulk, fc.record({ leads: some, action })),
    step(3, runDelete, fc.record({ leads: some })),
    step(3, runMerge, fc.record({ into: place, from: place })),
    step(1, runSeparate, fc.record({ lead: place })),
    step(5, runUndo, fc.record({ activity: fc.nat() })),
  ),
  { minLength: 4, maxLength: 14 },
);

const optional = <Value>(each: fc.Arbitrary<Value>) => fc.option(each, { nil: undefined, freq: 1 });
const search = fc.constantFrom(
  'lead 1',
  'ROW',
  'p1@example.test',
  '101',
  'l:10',
  'row-',
  'project',
  'spring',
  'ext-1',
  'v2',
);
const filter = fc
  .record({
    list: optional(fc.constantFrom(...platforms, 'custom' as const)),
    status: optional(fc.constantFrom(...statuses)),
    tag: optional(fc.constantFrom('hot', 'vip')),
    search: optional(search),
    form: optional(fc.constantFrom('Form 0', 'Form 1')),
    campaign: optional(fc.constantFrom('Spring', 'Autumn')),
    duplicates: optional(fc.constant('true' as const)),
  })
  // One or two conditions, because more leave no leads.
  .map(
    (all) =>
      Object.fromEntries(
        Object.entries(all)
          .filter(([, each]) => each)
          .slice(-2),
      ) as Filter,
  );

const sort = fc.constantFrom('arrival' as const, 'activity' as const, 'status' as const);

test('lists, filters, board, totals, undo and merges equal a model in memory after random operations', async () => {
  const checks = fc.array(fc.tuple(filter, sort, search), { minLength: 14, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(steps, checks, async (sequence, checked) => {
      const person = await api.registerUser();
      const model: Model = { api, person, leads: [], activities: [], marks: new Set(), at: Date.now() };
      for (const [number, { name, given, run }] of sequence.entries()) {
        model.at += 1000;
        const [asked, order, sought] = checked[number] ?? [{}, 'arrival' as const, ''];
        try {
          await run(model);
          await checkLists(model, sought);
          await checkAllLeads(model, asked, order);
          expect(await readTotals(model)).toEqual(totalsOf(model));
        } catch (error) {
          throw new Error(`after step ${number}, ${name} ${JSON.stringify(given)}, with ${JSON.stringify(asked)}`, {
            cause: error,
          });
        }
      }
    }),
    { numRuns: 25 },
  );
}, 600_000);
