import { undoActivity } from '#shared/contracts/activity.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import type { BulkAction } from '#shared/contracts/leadBulk.ts';
import { changeLeads } from '#shared/contracts/leadBulk.ts';
import { leadSortKeys } from '#shared/contracts/leadWork.ts';
import { bulkLimits } from '#shared/limits.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import { withClient } from '#testing/database/withClient.ts';
import { workspaceOf } from '#testing/database/workspaceOf.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import { withoutSearchIndex } from './leadData.ts';
import { personsCalls } from './measure.ts';
import { startShipped } from './startShipped.ts';
import { insertWorkedLeads } from './workData.ts';

const bulkLeads = { full: bulkLimits.rows, quick: 1000 } as const;
const manyLeads = { full: 100_000, quick: 5000 } as const;
const veryManyLeads = { full: 1_000_000, quick: 10_000 } as const;
const secondsPerQuery = 2;

const filtersOf = (userId: string): Record<string, string> => ({
  firstStatus: 'status=new',
  rareStatus: 'status=won',
  statuses: 'status=contacted,qualified,lost',
  mine: `assignee=${userId}`,
  nobody: 'assignee=none',
  imported: 'list=custom',
  platforms: 'list=facebook,tiktok',
  tag: 'tag=vip',
  form: 'form=form-7',
  campaign: 'campaign=Campaign+3',
  month: 'since=2026-05-01&until=2026-05-31',
  answer: 'question=which_model%3F&answer=Van',
  importedAnswer: 'question=Country&answer=CH',
  commonText: 'search=anna',
  rareText: 'search=castelova-rossi',
  number: 'search=80512',
  combined: `status=new,contacted&assignee=none&tag=hot&search=ova&since=2025-06-01`,
});

const orders = ['asc', 'desc'] as const;

type Target = { atMost: number };
type Query = { name: string; path: string; target?: Target };

const withTarget = (queries: readonly Query[], target: Target): Query[] =>
  queries.map((query) => ({ ...query, target }));

const queriesOf = (userId: string): Query[] => {
  const filters = Object.entries(filtersOf(userId));
  const sorts = leadSortKeys.flatMap((sort) => orders.map((order) => ({ sort, order })));
  return [
    ...filters.map(([name, query]) => ({ name: `filter.${name}`, path: `/leads?${query}` })),
    ...sorts.map(({ sort, order }) => ({ name: `sort.${sort}.${order}`, path: `/leads?sort=${sort}&order=${order}` })),
    // Every sort with a filter that matches most leads and that no index supports.
    ...sorts.map(({ sort, order }) => ({
      name: `both.${sort}.${order}`,
      path: `/leads?status=new,contacted,won&search=an&sort=${sort}&order=${order}`,
    })),
    { name: 'deepPage', path: '/leads?page=900' },
  ];
};

const bulkActions: BulkAction[] = [
  { kind: 'status', statusId: 'junk' },
  { kind: 'tags', add: ['call again'], remove: ['hot'] },
  { kind: 'delete' },
];

/** Runs each action on all leads of a workspace, and undoes it. */
const measureBulk = async (name: string, { request }: Person): Promise<Metric[]> => {
  const metrics: Metric[] = [];
  for (const action of bulkActions) {
    const start = performance.now();
    const { activityId, changed } = (await request(changeLeads, { body: { filter: {}, action } })).body.data;
    const done = performance.now();
    const { undone } = (await request(undoActivity, { params: { id: activityId ?? '' } })).body.data;
    const end = performance.now();
    if (changed === 0 || undone?.restored !== changed)
      throw new Error(`${action.kind}: ${changed} leads changed, ${undone?.restored} restored`);
    metrics.push({ name: `work.${name}.${action.kind}`, value: done - start, unit: 'ms', target: { atMost: 2000 } });
    metrics.push({ name: `work.${name}.${action.kind}.undo`, value: end - done, unit: 'ms' });
  }
  return metrics;
};

/**
 * The list and the board of all leads of a workspace, with one client on the API with PostgreSQL. 100,000 leads: any filter
 * and order within 200 ms, the board within 300 ms. 1,000,000 leads: the first page within 100 ms; other calls are only
 * reported. The largest bulk action takes at most 2 s, even with missing or outdated table statistics.
 */
export const work = (options: BenchmarkOptions): Promise<Metric[]> =>
  withCleanup(async (cleanup) => {
    const size = options.isQuick ? 'quick' : 'full';
    const postgres = await cleanup.use(startPostgres());
    const product = await cleanup.use(startShipped({ roles: 'api', databaseUrl: postgres.url }));
    const [few, late, many, veryMany] = [
      await registerPerson(product),
      await registerPerson(product),
      await registerPerson(product),
      await registerPerson(product),
    ];
    const metrics: Metric[] = [];
    await withClient(postgres.url, async (client) => {
      const insert = async ({ userId }: { userId: string }, rows: number): Promise<void> =>
        insertWorkedLeads(client, { userId, workspaceId: await workspaceOf(client, userId) }, rows);
      // Runs first, because the tables have no statistics yet.
      await insert(few, bulkLeads[size]);
      metrics.push(...(await measureBulk('bulk', few)));
      // These statistics cover only the first workspace.
      await client.query('analyze');
      await insert(late, bulkLeads[size]);
      metrics.push(...(await measureBulk('lateBulk', late)));
      await withoutSearchIndex(client, async () => {
        await insert(veryMany, veryManyLeads[size]);
        await insert(many, manyLeads[size]);
      });
      await client.query('vacuum (analyze) lead_work');
    });
    const measure = async (token: string, prefix: string, queries: readonly Query[]): Promise<void> => {
      for (const { name, path, target } of queries) {
        const { p95 } = await personsCalls([`${product.apiUrl}${apiBase}${path}`], {
          ...options,
          token,
          connections: 1,
          seconds: secondsPerQuery,
        });
        metrics.push({ name: `work.${prefix}.${name}.p95`, value: p95, unit: 'ms', ...(target ? { target } : {}) });
      }
    };
    const boards = ['', '?assignee=none', '?search=an'].map((query, index) => ({
      name: `board.${index + 1}`,
      path: `/lead-board${query}`,
    }));
    const facets = { name: 'facets', path: '/lead-facets' };
    await measure(many.token, 'many', [
      ...withTarget(queriesOf(many.userId), { atMost: 200 }),
      ...withTarget(boards, { atMost: 300 }),
      facets,
    ]);
    await measure(veryMany.token, 'million', [
      ...withTarget([{ name: 'first', path: '/leads' }], { atMost: 100 }),
      ...queriesOf(veryMany.userId).filter(({ name }) => !name.startsWith('both.')),
      ...boards,
      facets,
    ]);
    return metrics;
  });
