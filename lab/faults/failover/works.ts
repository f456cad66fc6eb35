import pLimit from 'p-limit';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { changeLeads } from '#shared/contracts/leadBulk.ts';
import { idempotencyKeyHeader } from '#server/api/answerOnce.ts';
import type { Step } from '#server/lib/flow/steps.ts';
import { signMeta } from '#server/modules/leads/testing/deliveries.ts';
import { withClient } from '#testing/database/withClient.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import { now, readSteps } from '#testing/startProduct.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { awaitLeads } from '#lab/load/checkPromised.ts';
import { checkExports } from '#lab/faults/checkExports.ts';
import { compare } from '#lab/faults/compare.ts';
import type { Counts } from '#lab/faults/compare.ts';
import { buildRows, listAllCustomLeads } from '#lab/faults/customLeads.ts';
import { awaitExport, beginExport, importRows } from '#lab/faults/exports.ts';
import { answerOf, askOnce } from '#lab/faults/load.ts';
import { connectReader, fillIn } from '#lab/faults/metaLeads.ts';
import { openBrowser } from '#lab/faults/openBrowser.ts';
import type { Browser } from '#lab/faults/openBrowser.ts';
import type { ScenarioContext } from '#lab/faults/Scenario.ts';
import type { Scaled } from '#lab/faults/startScaled.ts';
import { lookAtLeads } from '#lab/faults/workedLeads.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

/** Work that a fault interrupts halfway. */
export type Work = {
  name: string;
  /** Starts the work. Resolves halfway through. */
  begin(): Promise<void>;
  /** Repeats unacknowledged requests, as clients and platforms do, until all work is done. */
  finish(): Promise<void>;
  /** Compares acknowledged with stored effects. */
  check(): Promise<Counts>;
  browsers: readonly Browser[];
};

export type PrepareWork = (context: ScenarioContext, scaled: Scaled) => Promise<Work>;

const exportedRows = 12_000;
const importedRows = 20_000;
const changedLeads = 2_000;
const deliveries = 120;
const senders = 4;

/** Waits until a process reaches a step for the n-th time from now on. */
const awaitStep = async (scaled: Scaled, step: Step, times = 1): Promise<void> => {
  const beganAt = now();
  const count = (): number =>
    scaled.instances
      .flatMap(({ site }) => readSteps(site))
      .filter((reached) => reached.step === step && reached.at > beganAt).length;
  await waitUntil(() => count() >= times, { timeoutMs: hangMs, everyMs: 2, what: `${step} #${times}` });
};

type Send = () => Promise<{ status: number } | null>;

/** Repeats a request until it succeeds. */
const untilDone = async (what: string, send: Send): Promise<void> => {
  await waitUntil(async () => (await send())?.status === 200, { timeoutMs: hangMs, everyMs: 500, what });
};

/** A request with an idempotency key: repeating it has no further effect. */
const keyed = (send: (headers: Record<string, string>) => Promise<{ status: number }>, key: string) => () =>
  answerOf(send({ [idempotencyKeyHeader]: key }));

/** A request that a fault interrupts when a process reaches a step for the n-th time. Repeats it until it succeeds. */
const interrupted = (
  scaled: Scaled,
  what: string,
  step: Step,
  send: Send,
  times = 1,
): Pick<Work, 'begin' | 'finish'> => {
  let sending: ReturnType<Send> = Promise.resolve(null);
  return {
    begin: async () => {
      const reached = awaitStep(scaled, step, times);
      sending = send();
      await reached;
    },
    finish: async () => {
      await sending;
      await untilDone(what, send);
    },
  };
};

const exportOfAList: PrepareWork = async (context, scaled) => {
  const person = await registerPerson({ apiUrl: scaled.url }, 'google');
  const rows = await importRows(person, exportedRows);
  const browsers = [0, 1].map((address) => openBrowser(context, { url: scaled.url, person, address: 400 + address }));
  const exports: string[] = [];
  return {
    name: 'export',
    browsers,
    begin: async () => {
      const written = awaitStep(scaled, 'export.chunkWritten');
      exports.push(await beginExport(person));
      await written;
    },
    finish: async () => {
      for (const id of exports)
        // A read can fail during the fault.
        await waitUntil(() => awaitExport(person, id, 'complete', hangMs).catch(() => null), {
          timeoutMs: hangMs,
          what: 'the export',
        });
    },
    check: () => checkExports(context, scaled.sandbox, { person, rows, exports }, browsers),
  };
};

const importOfRows: PrepareWork = async (_context, scaled) => {
  const person = await registerPerson({ apiUrl: scaled.url });
  const rows = buildRows(importedRows);
  const send = keyed((headers) => person.request(saveCustomLeads, { body: { leads: rows }, headers }), 'the import');
  return {
    name: 'import',
    browsers: [],
    ...interrupted(scaled, 'the import', 'import.batchStored', send, 4),
    check: async () => {
      const found = (await listAllCustomLeads(person)).map(({ id }) => id);
      const { lost, doubled, foreign } = compare(
        rows.map(({ id }) => id ?? ''),
        found,
      );
      return { lost, doubled: doubled + foreign };
    },
  };
};

/** The leads from webhooks. Reads them from the database, because listing them would start a read of all forms. */
export const readLeadEvents = (databaseUrl: string): Promise<string[]> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ lead_id: string }>('select distinct lead_id from lead_events');
    return rows.map(({ lead_id: leadId }) => leadId);
  });

const webhooks: PrepareWork = async (context, scaled) => {
  const owner = await connectReader({ apiUrl: scaled.url });
  const named = await fillIn(scaled.sandbox, deliveries);
  const open = new Set(named);
  const send = async (delivery: (typeof named)[number]): Promise<void> => {
    const { status } = await askOnce(`${scaled.url}/webhooks/meta`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signMeta(delivery.body) },
      body: delivery.body,
    });
    if (status === 200) open.delete(delivery);
  };
  const limit = pLimit(senders);
  const sendOpen = (): Promise<unknown> => Promise.all([...open].map((delivery) => limit(() => send(delivery))));
  let sending: Promise<unknown> = Promise.resolve();
  return {
    name: 'webhooks',
    browsers: [],
    begin: async () => {
      sending = sendOpen();
      await waitUntil(() => open.size <= deliveries / 2, {
        timeoutMs: hangMs,
        everyMs: 2,
        what: 'half of the deliveries',
      });
    },
    finish: async () => {
      await sending;
      await untilDone('the deliveries', async () => {
        await sendOpen();
        return { status: open.size === 0 ? 200 : 503 };
      });
    },
    check: async () => {
      const leadIds = named.map(({ leadId }) => leadId);
      const { lost: unrecorded } = compare(leadIds, await readLeadEvents(scaled.databaseUrl));
      const { lost, doubled } = await awaitLeads(context, owner, leadIds);
      return { lost: unrecorded + lost, doubled };
    },
  };
};

const bulkAction: PrepareWork = async (_context, scaled) => {
  const person: Person = await registerPerson({ apiUrl: scaled.url });
  await importRows(person, changedLeads);
  const before = await lookAtLeads(person);
  const body = { filter: {}, action: { kind: 'status', statusId: 'junk' } } as const;
  const send = keyed((headers) => person.request(changeLeads, { body, headers }), 'the bulk action');
  return {
    name: 'bulk action',
    browsers: [],
    ...interrupted(scaled, 'the bulk action', 'bulk.changed', send),
    check: async () => {
      const { junk, activities } = await lookAtLeads(person);
      return { lost: changedLeads - junk, doubled: activities - before.activities - 1 };
    },
  };
};

/** In the order in which faults interrupt them. */
export const works: readonly PrepareWork[] = [exportOfAList, importOfRows, webhooks, bulkAction];
