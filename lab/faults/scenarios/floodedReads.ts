import { apiBase } from '#shared/contracts/endpoint.ts';
import { getLeadBoard, listWorkedLeads } from '#shared/contracts/leadWork.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { listViews } from '#shared/contracts/views.ts';
import { listWorkspaces } from '#shared/contracts/workspaces.ts';
import { insertWorkedLeads } from '#lab/bench/workData.ts';
import { withClient } from '#testing/database/withClient.ts';
import { workspaceOf } from '#testing/database/workspaceOf.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import { startProduct } from '#testing/startProduct.ts';
import { askOnce } from '#lab/faults/load.ts';
import type { Answer } from '#lab/faults/load.ts';
import { countBy, median, percentile } from '#lab/faults/measure.ts';
import { atLeast, atMost, none } from '#lab/faults/metrics.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';

const leads = { full: 150_000, short: 15_000 };
/** Rounds of another workspace's calls, without and with the flood. */
const rounds = { full: 60, short: 20 };
const boardsAtOnce = 30;
/** Goals for another workspace's calls. Without fair turns, they take about as long as a board during the flood. */
const p95Ms = 250;
const shareOfBoard = 0.25;

/** Calls of every screen, and lists of a workspace with few leads. */
const otherCalls = [listNotifications, listViews, listWorkspaces, listWorkedLeads, getLeadBoard];

const askAs = ({ token }: Person, url: string): Promise<Answer> =>
  askOnce(url, { headers: { authorization: `Bearer ${token}` } });

/** One person keeps requesting thirty boards of 150,000 leads at once. Another workspace has to stay responsive. */
export const floodedReads: ScenarioRun = async (context) => {
  const size = context.isShort ? 'short' : 'full';
  const { url: databaseUrl } = await context.startPostgres();
  const product = await startProduct({ folder: context.folder, databaseUrl, roles: 'api,worker' });
  const busy = await registerPerson(product);
  const other = await registerPerson(product);
  await withClient(databaseUrl, async (client) => {
    await insertWorkedLeads(
      client,
      { workspaceId: await workspaceOf(client, busy.userId), userId: busy.userId },
      leads[size],
    );
    await client.query('vacuum (analyze)');
  });
  const addressOf = ({ path }: { path: string }): string => `${product.apiUrl}${apiBase}${path}`;

  /** Makes sequential calls, like a person at work. */
  const work = async (): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for (let round = 0; round < rounds[size]; round += 1)
      for (const call of otherCalls) answers.push(await askAs(other, addressOf(call)));
    return answers;
  };

  const calm = await work();
  const alone = await askAs(busy, addressOf(getLeadBoard));
  const boards: Answer[] = [];
  const over = new AbortController();
  const flood = async (number: number): Promise<void> => {
    // Distinct URLs, so that no request shares the response of another.
    for (let asked = 0; !over.signal.aborted; asked += 1)
      boards.push(await askAs(busy, `${addressOf(getLeadBoard)}?number=${number}-${asked}`));
  };
  const flooding = Array.from({ length: boardsAtOnce }, (_, number) => flood(number));
  const flooded = await work();
  over.abort();
  await Promise.all(flooding);
  await product.end('SIGTERM');

  context.log(`boards: ${countBy(boards, ({ status }) => String(status))}`);
  const times = (answers: readonly Answer[]): number[] => answers.map(({ ms }) => ms);
  const [calmP95, floodedP95] = [percentile(times(calm), 0.95), percentile(times(flooded), 0.95)];
  const isFailure = ({ status }: Answer): boolean => status !== 200;
  return {
    metrics: [
      none("another workspace's calls that failed", [...calm, ...flooded].filter(isFailure).length, 'calls'),
      none('boards that failed', boards.filter(({ status }) => status !== 200 && status !== 429).length, 'boards'),
      atLeast(
        'boards that were answered',
        boards.filter(({ status }) => status === 200).length,
        boardsAtOnce,
        'boards',
      ),
      atMost(
        "p95 of another workspace's calls",
        floodedP95 / median(times(boards)),
        shareOfBoard,
        'of a board in the flood',
      ),
      atMost("p95 of another workspace's calls in the flood", floodedP95, p95Ms, 'ms'),
      { name: "p95 of another workspace's calls, calm", value: calmP95, unit: 'ms' },
      { name: "another workspace's calls in the flood", value: floodedP95 / calmP95, unit: 'times the calm ones' },
      { name: 'a board alone', value: alone.ms, unit: 'ms' },
      { name: 'a board in the flood', value: median(times(boards)), unit: 'ms' },
    ],
  };
};
