import * as z from 'zod';
import { createSheetSync, listSheetSyncRuns } from '#shared/contracts/sheetSyncs.ts';
import { sendOtp } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';
import { idempotencyKeyHeader } from '#server/api/answerOnce.ts';
import { putSheet } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { registerPerson } from '#testing/people.ts';
import type { Scenario } from '../Scenario.ts';
import { createSite, launchProduct, now, readSteps, startProduct } from '#testing/startProduct.ts';
import type { Product } from '#testing/startProduct.ts';

const mails = z.array(z.object({ to: z.string() }));
const crashLimit = 3;

/** A job kills its process each time it runs, and the process is restarted, as a container would be. */
export const poisonJob: Scenario = {
  name: 'poison-job',
  covers: ['R22'],
  runs: { full: 1, short: 0 },
  run: async (context) => {
    const sandbox = await context.startSandbox();
    const { environment } = sandbox;
    const site = await createSite({ folder: context.folder, environment });
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
    const answered = async <T>(ask: () => Promise<T>): Promise<T | null> => ask().catch(() => null);
    const added = await waitUntil(
      // The response may be lost with the process, but the record must not exist twice.
      () => answered(() => owner.request(createSheetSync, { body: { url, type: 'meta' }, headers })),
      { timeoutMs: 60_000 },
    );
    // Another person's work continues while the process keeps dying.
    await waitUntil(() => answered(() => other.request(sendOtp, { body: { email: other.email } })), {
      timeoutMs: 60_000,
    });
    const runs = await waitUntil(
      async () => {
        const params = { id: added.body.data._id };
        const answer = await answered(() => owner.request(listSheetSyncRuns, { params }));
        return answer?.body.data.some(({ error }) => error === messages.server.deadLettered) && answer.body.data;
      },
      { timeoutMs: 120_000, everyMs: 200, what: 'the reason in the history' },
    );
    await waitUntil(
      async () =>
        mails.parse(await (await fetch(`${sandbox.url}/control/mail`)).json()).some(({ to }) => to === other.email),
      { timeoutMs: 60_000, what: "another person's mail" },
    );
    const othersMs = Math.max(0, now() - diedAt);
    const atRest = deaths;
    context.log(`${runs.length} runs, ${readSteps(site).length} steps`);
    return {
      lost: 0,
      doubled: 0,
      metrics: [
        { name: 'deaths', value: atRest, unit: '', atMost: crashLimit, atLeast: crashLimit },
        { name: 'others after the last death', value: othersMs / 1000, unit: 's', atMost: 60 },
      ],
    };
  },
};
