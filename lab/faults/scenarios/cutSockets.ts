import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '#testing/waitUntil.ts';
import { compare } from '#lab/faults/compare.ts';
import { worst } from '#lab/faults/measure.ts';
import { atLeast, atMost, holds, none } from '#lab/faults/metrics.ts';
import { connectLater, registerPerson } from '#testing/people.ts';
import { awaitAnnounced, openBrowser, readAllNotifications } from '#lab/faults/openBrowser.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { createSite, startProduct } from '#testing/startProduct.ts';
import { startProxy } from '#lab/faults/startProxy.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

/** A consent creates a notification. */
const cutsPerNotification = 4;
const longestConnectionMs = 150;

/** Cuts the browser's connection a hundred times and restarts the server while notifications arrive. */
export const cutSockets: ScenarioRun = async (context) => {
  const sandbox = await context.startSandbox();
  const site = await createSite({ folder: context.folder, environment: sandbox.environment });
  let product = await startProduct(site);
  const person = await registerPerson(site);
  const stranger = await registerPerson(site);
  const proxy = await startProxy(context, site.apiUrl);
  const browser = openBrowser(context, { url: proxy.url, person });
  const other = openBrowser(context, { url: proxy.url, person: stranger });
  for (let cut = 0; cut < context.runs; cut += 1) {
    const making = cut % cutsPerNotification === 0 ? connectLater(site, person, 'facebook') : Promise.resolve();
    await waitUntil(() => browser.socket.connected, { timeoutMs: hangMs, what: 'a connection' });
    // Random, so that cuts happen before, during or after the request for missed notifications.
    await sleep(Math.random() * longestConnectionMs);
    proxy.cut();
    await making;
    if (cut === Math.floor(context.runs / 2)) {
      await product.end('SIGKILL');
      product = await startProduct(site);
    }
  }
  await waitUntil(() => browser.socket.connected, { timeoutMs: hangMs, what: 'the last connection' });
  const stored = (await readAllNotifications(person)).map(({ id }) => String(id));
  await awaitAnnounced(context, [browser], stored.length);
  const isInOrder = browser.announced.every(
    (id, index) => index === 0 || Number(id) > Number(browser.announced[index - 1]),
  );
  return {
    ...compare(stored, browser.announced),
    metrics: [
      atLeast('notifications', stored.length, 1, 'notifications'),
      holds('in order', isInOrder),
      none('events of somebody else', browser.foreign.length + other.announced.length, 'events'),
      atMost('caught up after a connection', worst(browser.catchUpMs), 2_000, 'ms'),
    ],
  };
};
