import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { createRequest } from '#testing/api/createRequest.ts';
import { postControl, readCallCounts } from '#testing/sandbox/sandboxControl.ts';
import { worst } from '#lab/faults/measure.ts';
import { atMost, none } from '#lab/faults/metrics.ts';
import { registerPerson } from '#testing/people.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { createSite, now, startProduct } from '#testing/startProduct.ts';

const parallel = 20;
const rounds = 3;
const tokenCall = 'google POST /token';

/** An access token expires while twenty calls on two instances use it. Then a process dies during the renewal. */
export const tokenExpiry: ScenarioRun = async (context) => {
  const sandbox = await context.startSandbox();
  const postgres = await context.startPostgres();
  const options = {
    folder: context.folder,
    environment: sandbox.environment,
    databaseUrl: postgres.url,
    // Without a worker, which would read in the background. A token that expires twice during one call looks revoked.
    roles: 'api',
  };
  const site = await createSite(options);
  const first = await startProduct(site);
  const other = await startProduct(options);
  const person = await registerPerson(site, 'google');
  const askOther = createRequest(other.apiUrl);
  const refreshes: number[] = [];
  let failed = 0;
  for (let round = 0; round < rounds; round += 1) {
    await postControl(sandbox, '/google/expire-tokens', {});
    const before = (await readCallCounts(sandbox))[tokenCall] ?? 0;
    const answers = await Promise.all(
      Array.from({ length: parallel }, (_, number) =>
        (number % 2 === 0 ? person.request : askOther)(listAdAccounts.google, { token: person.token }),
      ),
    );
    failed += answers.filter(({ status }) => status !== 200).length;
    refreshes.push(((await readCallCounts(sandbox))[tokenCall] ?? 0) - before);
  }

  // The platform issues a new token, and the process dies before storing it. No other process may renew it first.
  await other.end('SIGTERM');
  await first.end('SIGTERM');
  const dying = await startProduct(site, { killAt: 'connection.refreshed' });
  await postControl(sandbox, '/google/expire-tokens', {});
  await person.request(listAdAccounts.google).catch(() => null);
  await dying.ended;
  await startProduct(site);
  const startedAt = now();
  const { status } = await person.request(listAdAccounts.google);
  return {
    lost: status === 200 ? 0 : 1,
    doubled: worst(refreshes.map((count) => count - 1)),
    metrics: [
      atMost('renewals for 20 parallel calls', worst(refreshes), 1, 'calls'),
      none('failed calls', failed, 'calls'),
      { name: 'grant works after a death during the renewal', value: (now() - startedAt) / 1000, unit: 's' },
    ],
  };
};
