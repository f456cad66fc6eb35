import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { createSheetSync, listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';
import { idempotencyKeyHeader } from '#server/api/answerOnce.ts';
import { putSheet } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { countCustomLeads } from '#lab/faults/customLeads.ts';
import { registerPerson } from '#testing/people.ts';
import { answerOf } from '#lab/faults/load.ts';
import { atLeast, atMost, exactly } from '#lab/faults/metrics.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { createSite, startProduct } from '#testing/startProduct.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

const atOnce = 50;
/** More than one batch. Only the key identifies a repeated request. */
const headers = { [idempotencyKeyHeader]: 'once' };
const rows = Array.from({ length: 2_500 }, (_, number) => ({ Name: `Person ${number}` }));

/** Sends the same request many times at once, another request with its key, and one whose process dies before responding. */
export const keyedRequests: ScenarioRun = async (context) => {
  const sandbox = await context.startSandbox();
  const site = await createSite({ folder: context.folder, environment: sandbox.environment });
  const url = await putSheet(sandbox, 'k'.repeat(44), { rows: [['Name']], shared: 'public' });
  const sheet = { url, type: 'meta' };
  const seen = { effects: 0, answers: 0, otherBodies: 0, lost: 0, doubled: 0 };
  for (let number = 0; number < context.runs; number += 1) {
    const product = await startProduct(site);
    const person = await registerPerson(site);
    const sent = await Promise.all(
      Array.from({ length: atOnce }, () => person.request(createSheetSync, { body: sheet, headers })),
    );
    seen.answers += new Set(sent.map((answer) => JSON.stringify(answer))).size;
    seen.effects += (await person.request(listSheetSyncs)).body.totalItems;
    const other = await person.request(createSheetSync, { body: { ...sheet, type: 'google' }, headers });
    if (other.status === 422) seen.otherBodies += 1;
    await product.end('SIGTERM');

    for (const killAt of context.isShort
      ? ['import.done']
      : ['import.accepted', 'import.batchStored#2', 'import.done']) {
      const calm = await startProduct(site);
      const importer = await registerPerson(site);
      await calm.end('SIGTERM');
      const dying = await startProduct(site, { killAt });
      const send = () => answerOf(importer.request(saveCustomLeads, { body: { leads: rows }, headers }));
      const lostAnswer = await send();
      await dying.ended;
      const next = await startProduct(site);
      const again = await waitUntil(
        async () => {
          // The lease of the dead process has to expire first.
          const answer = await send();
          return answer?.status === 200 && answer;
        },
        { timeoutMs: hangMs, everyMs: 500, what: 'an answer to the repeated request' },
      );
      const leads = await countCustomLeads(importer);
      context.log(
        `${killAt}: ${lostAnswer === null ? 'no answer' : lostAnswer.status}, then ${again.body.message}, ${leads} leads`,
      );
      seen.lost += Math.max(0, rows.length - leads);
      seen.doubled += Math.max(0, leads - rows.length);
      await next.end('SIGTERM');
    }
  }
  return {
    lost: seen.lost,
    doubled: seen.doubled,
    metrics: [
      exactly('effects', seen.effects, context.runs, 'records'),
      atMost('different answers', seen.answers, context.runs, 'answers'),
      atLeast('other bodies refused', seen.otherBodies, context.runs, 'requests'),
    ],
  };
};
