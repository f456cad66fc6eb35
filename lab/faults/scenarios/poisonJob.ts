import { createSheetSync, listSheetSyncRuns } from '#shared/contracts/sheetSyncs.ts';
import { sendOtp } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';
import { idempotencyKeyHeader } from '#server/api/answerOnce.ts';
import { putSheet, readMails } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { registerPerson } from '#testing/people.ts';
import { answerOf } from '#lab/faults/load.ts';
import { atMost, exactly } from '#lab/faults/metrics.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { createSite, launchProduct, now, readSteps, startProduct } from '#testing/startProduct.ts';
import type { Product } from '#testing/startProduct.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

const crashLimit = 3;

/** A job kills its process on each run. The scenario restarts the process, as a container engine would. */
export const poisonJob: ScenarioRun = async (context) => {
  const sandbox = await context.startSandbox();
  const site = await createSite({ folder: context.folder, environment: sandbox.environment });
  const calm = await startProduct(site);
  const owner = await registerPerson(site);
  const other = await registerPerson(site);
  await calm.end('SIGTERM');

  let deaths = 0;
  let diedAt = 0;
  const over = new AbortController();
  let product: Product | null = null;
  const supervise = async (): Promise<void> => {
    while (!over.signal.aborted) {
      product = launchProduct(site, { killAt: 'sheetSync.read' });
      const { signal } = await product.ended;
      if (signal !== 'SIGKILL' || over.signal.aborted) return;
      deaths += 1;
      diedAt = now();
      context.log(`death ${deaths}, at ${readSteps(site).at(-1)?.step}`);
    }
  };
  const supervising = supervise();
  context.onEnd(async () => {
    over.abort();
    await product?.end('SIGKILL');
    await supervising;
  });
  const url = await putSheet(sandbox, 'p'.repeat(44), { rows: [['Name'], ['Ada']], shared: 'public' });
  const headers = { [idempotencyKeyHeader]: 'the sheet' };
  const added = await waitUntil(
    // The response may be lost with the process, but only one record may exist.
    () => answerOf(owner.request(createSheetSync, { body: { url, type: 'meta' }, headers })),
    { timeoutMs: hangMs },
  );
  // Another person's work continues while the process keeps dying.
  await waitUntil(() => answerOf(other.request(sendOtp, { body: { email: other.email } })), {
    timeoutMs: hangMs,
  });
  const runs = await waitUntil(
    async () => {
      const params = { id: added.body.data._id };
      const answer = await answerOf(owner.request(listSheetSyncRuns, { params }));
      return answer?.body.data.some(({ error }) => error === messages.server.deadLettered) && answer.body.data;
    },
    { timeoutMs: hangMs, everyMs: 200, what: 'the reason in the history' },
  );
  await waitUntil(async () => (await readMails(sandbox)).some(({ to }) => to === other.email), {
    timeoutMs: hangMs,
    what: "another person's mail",
  });
  const othersMs = Math.max(0, now() - diedAt);
  context.log(`${runs.length} runs, ${readSteps(site).length} steps`);
  return {
    metrics: [exactly('deaths', deaths, crashLimit), atMost('others after the last death', othersMs / 1000, 60, 's')],
  };
};
