import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { createSheetSync, listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { idempotencyKeyHeader } from '#server/api/answerOnce.ts';
import { putSheet } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { countCustomLeads } from '../customLeads.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { Scenario } from '../Scenario.ts';
import { createSite, launchProduct, startProduct } from '#testing/startProduct.ts';
import type { ProductSite } from '#testing/startProduct.ts';

const atOnce = 50;
/** More than one batch. Only the key shows that the rows were sent before. */
const rows = Array.from({ length: 2_500 }, (_, number) => ({ Name: `Person ${number}` }));

type Sent = { status: number; text: string };

/** Sends a request with a key. @returns null if the process died meanwhile */
const send = async (
  site: ProductSite,
  { token }: Person,
  path: string,
  body: unknown,
  key: string,
): Promise<Sent | null> => {
  try {
    const response = await fetch(`${site.apiUrl}${apiBase}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', [idempotencyKeyHeader]: key },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
};

/** The same request many times at once, another request with its key, and one whose process dies before it answers. */
export const keyedRequests: Scenario = {
  name: 'keyed-requests',
  covers: ['R21'],
  runs: { full: 3, short: 1 },
  run: async (context) => {
    const sandbox = await context.startSandbox();
    const { environment } = sandbox;
    const site = await createSite({ folder: context.folder, environment });
    const url = await putSheet(sandbox, 'k'.repeat(44), { rows: [['Name']], shared: 'public' });
    const sheet = { url, type: 'meta' };
    const seen = { effects: 0, answers: 0, otherBodies: 0, lost: 0, doubled: 0 };
    for (let number = 0; number < context.runs; number += 1) {
      const product = await startProduct(site);
      const person = await registerPerson(site);
      const sent = await Promise.all(
        Array.from({ length: atOnce }, () => send(site, person, createSheetSync.path, sheet, 'sheet')),
      );
      seen.answers += new Set(sent.map((answer) => `${answer?.status} ${answer?.text}`)).size;
      seen.effects += (await person.request(listSheetSyncs)).body.totalItems;
      const other = await send(site, person, createSheetSync.path, { ...sheet, type: 'google' }, 'sheet');
      if (other?.status === 422) seen.otherBodies += 1;
      await product.end('SIGTERM');

      for (const killAt of context.isShort
        ? ['import.done']
        : ['import.accepted', 'import.batchStored#2', 'import.done']) {
        const importer = await startProduct(site).then(async (calm) => {
          const registered = await registerPerson(site);
          await calm.end('SIGTERM');
          return registered;
        });
        const dying = launchProduct(site, { killAt });
        await dying.ready;
        const lostAnswer = await send(site, importer, saveCustomLeads.path, { leads: rows }, 'leads');
        await dying.ended;
        const next = await startProduct(site);
        const again = await waitUntil(
          async () => {
            // The lease of the dead process has to expire first.
            const answer = await send(site, importer, saveCustomLeads.path, { leads: rows }, 'leads');
            return answer?.status === 200 && answer;
          },
          { timeoutMs: 90_000, everyMs: 500, what: 'an answer to the repeated request' },
        );
        const leads = await countCustomLeads(importer);
        context.log(
          `${killAt}: ${lostAnswer === null ? 'no answer' : lostAnswer.status}, then ${again.text}, ${leads} leads`,
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
        { name: 'effects', value: seen.effects, unit: 'records', atLeast: context.runs, atMost: context.runs },
        { name: 'different answers', value: seen.answers, unit: 'answers', atMost: context.runs },
        { name: 'other bodies refused', value: seen.otherBodies, unit: 'requests', atLeast: context.runs },
      ],
    };
  },
};
