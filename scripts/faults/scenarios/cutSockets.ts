import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '#testing/waitUntil.ts';
import { compare, openJournal } from '../journal.ts';
import { worst } from '../measure.ts';
import { connectLater, registerPerson } from '#testing/people.ts';
import { readAllNotifications, openBrowser } from '../openBrowser.ts';
import type { Scenario } from '../Scenario.ts';
import { createSite, startProduct } from '#testing/startProduct.ts';
import { startTcpProxy } from '../tcpProxy.ts';

/** A consent creates a notification. */
const cutsPerNotification = 4;
const longestConnectionMs = 150;

/** Notifications arrive while the connection to the browser is cut a hundred times and the server restarts. */
export const cutSockets: Scenario = {
  name: 'cut-sockets',
  covers: ['R11'],
  runs: { full: 100, short: 0 },
  run: async (context) => {
    const sandbox = await context.startSandbox();
    const site = await createSite({ folder: context.folder, environment: sandbox.environment });
    let product = await startProduct(site);
    const person = await registerPerson(site);
    const stranger = await registerPerson(site);
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(site.apiUrl).port) });
    context.onEnd(() => proxy.close());
    const proxyUrl = `http://127.0.0.1:${proxy.port}`;
    const browser = openBrowser(context, { url: proxyUrl, person });
    const other = openBrowser(context, { url: proxyUrl, person: stranger });
    const journal = openJournal(context.folder, 'notifications');
    for (let cut = 0; cut < context.runs; cut += 1) {
      const making = cut % cutsPerNotification === 0 ? connectLater(site, person, 'facebook') : Promise.resolve();
      await waitUntil(() => browser.socket.connected, { timeoutMs: 30_000, what: 'a connection' });
      // Cuts before, during or after the request for missed notifications.
      await sleep(Math.random() * longestConnectionMs);
      proxy.cut();
      await making;
      if (cut === Math.floor(context.runs / 2)) {
        await product.end('SIGKILL');
        product = await startProduct(site);
      }
    }
    await waitUntil(() => browser.socket.connected, { timeoutMs: 30_000, what: 'the last connection' });
    const stored = (await readAllNotifications(person)).map(({ id }) => String(id));
    journal.record(stored);
    await waitUntil(() => browser.announced.length >= stored.length, {
      timeoutMs: 10_000,
      what: 'the last notification',
    }).catch((error: unknown) => context.log(String(error)));
    const { lost, doubled } = compare(journal.ids(), browser.announced);
    const isInOrder = browser.announced.every(
      (id, index) => index === 0 || Number(id) > Number(browser.announced[index - 1]),
    );
    return {
      lost: lost.length,
      doubled: doubled.length,
      metrics: [
        { name: 'notifications', value: stored.length, unit: 'notifications', atLeast: 1 },
        { name: 'in order', value: isInOrder ? 1 : 0, unit: '', atLeast: 1 },
        {
          name: 'events of somebody else',
          value: browser.foreign.length + other.announced.length,
          unit: 'events',
          atMost: 0,
        },
        {
          name: 'caught up after a connection',
          value: worst(browser.catchUpMs, (ms) => ms),
          unit: 'ms',
          atMost: 2_000,
        },
      ],
    };
  },
};
