import { Agent, request } from 'node:http';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { buildRows, countCustomLeads } from '#lab/faults/customLeads.ts';
import { worst } from '#lab/faults/measure.ts';
import { atLeast, atMost, exactly, holds, none } from '#lab/faults/metrics.ts';
import { registerPerson } from '#testing/people.ts';
import type { ScenarioContext, ScenarioRun } from '#lab/faults/Scenario.ts';
import { createSite, launchProduct, now, startProduct } from '#testing/startProduct.ts';
import type { ProductSite } from '#testing/startProduct.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

const clients = 64;
const loadMs = 1_500;
const importSeconds = 9;

/** The outcome of a request. `cut`: the connection ended after the product had received the request. */
type Fate = 'answered' | 'refused' | 'cut' | 'other';

/** Sends one request on a kept-alive connection. A request on an open connection counts as accepted. */
const ask = (agent: Agent, site: ProductSite, token: string): Promise<Fate> =>
  new Promise((resolve) => {
    let isReused = false;
    const call = request(
      `${site.url}${apiBase}${listCustomLeads.path}`,
      { agent, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode === 200 ? 'answered' : 'other'));
        answer.once('error', () => resolve('cut'));
      },
    );
    call.once('socket', () => {
      isReused = call.reusedSocket;
    });
    call.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve('refused');
      // The server closed a kept-alive connection while the client sent a request. RFC 9112 9.3.1 allows repeating it.
      else resolve(isReused && error.code === 'ECONNRESET' ? 'cut' : 'refused');
    });
    call.end();
  });

type Stop = { fates: Fate[]; seconds: number; code: number | null; lost: number };

const stopOnce = async (context: ScenarioContext, site: ProductSite, rowCount: number): Promise<Stop> => {
  const product = await startProduct(site);
  const person = await registerPerson(site);
  const agents = Array.from({ length: clients }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const fates: Fate[] = [];
  const over = new AbortController();
  const drive = async (agent: Agent): Promise<void> => {
    while (!over.signal.aborted) {
      const fate = await ask(agent, site, person.token);
      fates.push(fate);
      if (fate === 'refused') return;
    }
  };
  const driving = agents.map(drive);
  await sleep(loadMs);
  // Slower than reading a list. The product has to either acknowledge it or store nothing.
  const saving = person.request(saveCustomLeads, { body: { leads: buildRows(rowCount) } }).then(
    ({ status }) => status,
    () => 0,
  );
  await sleep(200);
  const signalledAt = now();
  const end = await product.end('SIGTERM');
  const seconds = (now() - signalledAt) / 1000;
  over.abort();
  await Promise.all(driving);
  for (const agent of agents) agent.destroy();
  const saved = await saving;

  const next = await startProduct(site);
  const count = await countCustomLeads(person);
  await next.end('SIGTERM');
  context.log(
    `saved ${saved}, there ${count}, ${fates.length} requests, exit ${end.code ?? end.signal} after ${seconds.toFixed(2)} s`,
  );
  return { fates, seconds, code: end.code, lost: saved === 200 && count < rowCount ? rowCount - count : 0 };
};

/** Sends the signal as soon as the product is ready. @returns whether it stopped in order */
const stopWhenReady = async ({ folder }: ScenarioContext): Promise<boolean> => {
  const site = await createSite({ folder, env: { LOG_LEVEL: 'info' } });
  const product = launchProduct(site);
  const isReady = async (): Promise<boolean> => {
    const response = await fetch(`${site.apiUrl}/readyz`).catch(() => null);
    return response?.status === 200;
  };
  await waitUntil(isReady, { timeoutMs: hangMs, everyMs: 1, what: '/readyz' });
  const { code } = await product.end('SIGTERM');
  return code === 0 && (await readFile(site.files.log, 'utf8')).includes('"msg":"stopped"');
};

/** Imports rows for longer than a stop waits for other requests. @returns the import's status and how the product ended */
const stopDuringImport = async (
  site: ProductSite,
): Promise<{ status: number; code: number | null; seconds: number }> => {
  const product = await startProduct(site);
  const person = await registerPerson(site);
  const status = new Promise<number>((resolve) => {
    const call = request(
      `${site.url}${apiBase}${saveCustomLeads.path}`,
      {
        method: 'POST',
        agent: false,
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    call.once('error', () => resolve(0));
    call.write('{"leads":[{"Name":"First"}');
    void (async () => {
      for (let second = 1; second <= importSeconds; second += 1) {
        await sleep(1_000);
        call.write(`,{"Name":"Row ${second}"}`);
      }
      call.end(']}');
    })();
  });
  await sleep(500);
  const signalledAt = now();
  const { code } = await product.end('SIGTERM');
  return { status: await status, code, seconds: (now() - signalledAt) / 1000 };
};

/** Stops the product while 64 clients keep it busy. */
export const orderedStop: ScenarioRun = async (context) => {
  const site = await createSite({ folder: context.folder });
  const stops: Stop[] = [];
  for (let number = 0; number < context.runs; number += 1) stops.push(await stopOnce(context, site, 1_000));
  const isOrdered = await stopWhenReady(context);
  const imported = context.isShort ? null : await stopDuringImport(site);
  const fates = stops.flatMap((stop) => stop.fates);
  const countOf = (fate: Fate): number => fates.filter((each) => each === fate).length;
  return {
    lost: stops.reduce((sum, { lost }) => sum + lost, 0),
    metrics: [
      atLeast('answered', countOf('answered'), 1, 'requests'),
      none('cut', countOf('cut'), 'requests'),
      none('status other than 200', countOf('other'), 'requests'),
      atMost('time to exit', worst(stops.map(({ seconds }) => seconds)), 8, 's'),
      none('exits other than 0', stops.filter(({ code }) => code !== 0).length, 'stops'),
      holds('stopped in order once ready', isOrdered),
      ...(imported === null
        ? []
        : [
            exactly('import under way at a stop', imported.status, 200, 'status'),
            exactly('exit after it', imported.code ?? Number.NaN, 0, 'code'),
            atMost('time to exit with it', imported.seconds, 28, 's'),
          ]),
    ],
  };
};
