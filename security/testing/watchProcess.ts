/*
 * Preloaded into a product (`node --import`): tells its parent, when asked, how much memory it holds and what was put into
 * the prototypes that every value inherits from.
 */

const prototypes = { Object: Object.prototype, Array: Array.prototype, String: String.prototype, Map: Map.prototype };
const namesNow = (): string[] =>
  Object.entries(prototypes).flatMap(([owner, prototype]) =>
    Reflect.ownKeys(prototype).map((name) => `${owner}.${String(name)}`),
  );
const atStart = new Set(namesNow());

/** The most memory since the last look, garbage included: what a container's limit is compared with. */
let highestRssBytes = 0;
const sampleEveryMs = 20;
const sample = (): void => {
  highestRssBytes = Math.max(highestRssBytes, process.memoryUsage.rss());
};
setInterval(sample, sampleEveryMs).unref();

process.on('message', (message) => {
  if (message !== 'look') return;
  sample();
  const peakBytes = highestRssBytes;
  highestRssBytes = 0;
  // What nobody holds any more is no memory of the product's.
  globalThis.gc?.();
  const inherited = namesNow().filter((name) => !atStart.has(name));
  process.send?.({ looked: true, rssBytes: process.memoryUsage().rss, peakBytes, inherited });
});
