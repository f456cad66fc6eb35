import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createDetector } from '#server/modules/findings/detector/createDetector.ts';
import { toDay } from '#server/modules/findings/detector/days.ts';
import type { InputEvent } from '#server/modules/findings/detector/events.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const firstDay = 20_000;
const perAccount = 10;

/** Pseudorandom numbers, the same in each run. */
const makeRandom = () => {
  let state = 1;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

function* eventsOf(campaigns: number, days: number): Generator<InputEvent> {
  const random = makeRandom();
  const names = Array.from({ length: campaigns }, (_, index) => ({
    account: `a${Math.floor(index / perAccount)}`,
    campaign: `c${index}`,
  }));
  const accounts = [...new Set(names.map(({ account }) => account))];
  const first = toDay(firstDay + 1);
  for (const id of accounts) yield { type: 'account', read: first, id, timeZone: 'UTC' };
  for (const { account, campaign } of names) {
    yield { type: 'campaign', read: first, id: campaign, account, since: toDay(firstDay) };
    yield { type: 'adSet', read: first, id: `${campaign}s`, campaign };
    yield { type: 'ad', read: first, id: `${campaign}d`, adSet: `${campaign}s`, form: null, since: toDay(firstDay) };
  }
  for (let day = firstDay; day < firstDay + days; day += 1) {
    const read = toDay(day + 1);
    const name = toDay(day);
    for (const account of accounts) yield { type: 'read', read, account, days: [name] };
    for (const { campaign } of names) {
      const spend = 90 + 20 * random();
      const clicks = Math.round(spend * (1.4 + 0.2 * random()));
      const conversions = Math.round(clicks * 0.04 * (0.5 + random()));
      yield {
        type: 'row',
        read,
        ad: `${campaign}d`,
        day: name,
        spend,
        impressions: Math.round(spend * 100),
        clicks,
        conversions,
      };
    }
    yield { type: 'ask', read };
  }
}

const processorSeconds = (work: () => void): number => {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
};

/** The detector's processor time, without event generation, and its memory growth in the second half. */
export const measureScale = (campaigns: number, days: number): { seconds: number; grownMb: number } => {
  const making = processorSeconds(() => {
    for (const event of eventsOf(campaigns, days)) event satisfies InputEvent;
  });
  const detector = createDetector();
  const halfway = toDay(firstDay + days / 2);
  let before = 0;
  let collecting = 0;
  const both = processorSeconds(() => {
    for (const event of eventsOf(campaigns, days)) {
      detector.process(event);
      if (event.type === 'ask' && event.read === halfway)
        collecting = processorSeconds(() => {
          before = heldMb();
        });
    }
  });
  const grownMb = heldMb() - before;
  // Keeps the detector in memory until it is measured.
  detector.stillLearning();
  return { seconds: both - making - collecting, grownMb };
};

const heldMb = (): number => {
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
};
