import { readFileSync } from 'node:fs';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { freePort } from '#testing/freePort.ts';
import { buildRows, listAllCustomLeads } from '#lab/faults/customLeads.ts';
import { compare } from '#lab/faults/compare.ts';
import { worst } from '#lab/faults/measure.ts';
import { atLeast, atMost, holds } from '#lab/faults/metrics.ts';
import { registerPerson } from '#testing/people.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { createSite, launchProduct, now, startProduct } from '#testing/startProduct.ts';

/** Starts the product twice on one folder. The second start is refused, and the first process is not affected. */
export const secondProcess: ScenarioRun = async (context) => {
  const site = await createSite({ folder: context.folder });
  const first = await startProduct(site);
  const person = await registerPerson(site);
  const rows = buildRows(100 * context.runs);
  const refusals: { ms: number; isRefused: boolean; saysWhy: boolean }[] = [];
  for (let number = 0; number < context.runs; number += 1) {
    // Different ports: with the same ones, the start would fail before the product checks the folder.
    const [webPort, apiPort] = await Promise.all([freePort(), freePort()]);
    const other = {
      ...site,
      env: { ...site.env, PORT: String(webPort), API_PORT: String(apiPort) },
      files: { ...site.files, log: `${site.files.log}-2` },
    };
    const startedAt = now();
    const ending = launchProduct(other).ended;
    const leads = rows.slice(number * 100, (number + 1) * 100);
    await person.request(saveCustomLeads, { body: { leads } });
    const { code } = await ending;
    const said = readFileSync(other.files.log, 'utf8').trim().split('\n').at(-1) ?? '';
    context.log(`ended with ${code}: ${said}`);
    refusals.push({
      ms: now() - startedAt,
      isRefused: code === 1,
      saysWhy: said.startsWith('Another process already works on '),
    });
  }
  const found = (await listAllCustomLeads(person)).map(({ id }) => id);
  const { code } = await first.end('SIGTERM');
  return {
    ...compare(
      rows.map(({ id }) => id ?? ''),
      found,
    ),
    metrics: [
      atLeast('refused', refusals.filter(({ isRefused }) => isRefused).length, context.runs, 'starts'),
      atLeast('says why', refusals.filter(({ saysWhy }) => saysWhy).length, context.runs, 'starts'),
      atMost('refused after', worst(refusals.map(({ ms }) => ms)), 2_000, 'ms'),
      holds('the first one stops in order', code === 0),
    ],
  };
};
