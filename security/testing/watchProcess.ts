/*
 * Preloaded into a product (`node --import`): reports to its parent, on request, its memory and any additions to built-in
 * prototypes.
 */

const prototypes = { Object: Object.prototype, Array: Array.prototype, String: String.prototype, Map: Map.prototype };
const namesNow = (): string[] =>
  Object.entries(prototypes).flatMap(([owner, prototype]) =>
    Reflect.ownKeys(prototype).map((name) => `${owner}.${String(name)}`),
  );
const atStart = new Set(namesNow());

/** Peak memory since the last report, including garbage, because a container's limit includes it. */
let highestRssBytes = 0;
const sampleEveryMs = 20;
const sample = (): void => {
  highestRssBytes = Math.max(highestRssBytes, process.memoryUsage.rss());
};
setInterval(sample, sampleEveryMs).unref();

process.on('message', (message) => {
  if (message !== 'inspect') return;
  sample();
  const peakBytes = highestRssBytes;
  highestRssBytes = 0;
  // Excludes garbage from the current memory.
  globalThis.gc?.();
  const inherited = namesNow().filter((name) => !atStart.has(name));
  const { rss: rssBytes, heapUsed, external } = process.memoryUsage();
  process.send?.({ looked: true, rssBytes, usedBytes: heapUsed + external, peakBytes, inherited });
});
