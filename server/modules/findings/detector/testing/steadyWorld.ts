import { twoCampaigns, wave } from './world.ts';
import type { World } from './world.ts';

const uniform = (name: string, day: number): number => wave(name, day) + 0.5;

const normal = (name: string, day: number): number =>
  Math.sqrt(-2 * Math.log(1 - uniform(`${name} a`, day))) * Math.cos(2 * Math.PI * uniform(`${name} b`, day));

const poisson = (mean: number, name: string, day: number): number => {
  const share = uniform(name, day);
  let count = 0;
  let term = Math.exp(-mean);
  for (let sum = term; sum < share && count < 10 * mean + 20; sum += term) {
    count += 1;
    term *= mean / count;
  }
  return count;
};

/** Noise that is correlated with the previous day. */
const remembered = (name: string, day: number, memory: number): number => {
  let sum = 0;
  for (let back = 0; back < 20; back += 1) sum += memory ** back * normal(name, day - back);
  return sum;
};

/** An account with random figures and no events. Each number creates a different account. */
export const steadyWorld = (number: number): World => {
  const name = `account ${number}`;
  const memory = 0.6 * uniform(`${name} memory`, 0);
  const noise = 0.02 + 0.1 * uniform(`${name} noise`, 0);
  const rate = 0.01 + 0.06 * uniform(`${name} rate`, 0);
  const weekend = 0.6 + 0.4 * uniform(`${name} weekend`, 0);
  const rhythm = (day: number) => (day % 7 >= 5 ? weekend : 1);
  return {
    days: 112,
    campaigns: twoCampaigns,
    row: (ad, day) => {
      const spend = 100 * rhythm(day) * Math.exp(noise * remembered(`${name} ${ad.slice(0, 2)}`, day, memory));
      const impressions = Math.round(100 * spend * Math.exp(0.03 * normal(`${name} ${ad} cpm`, day)));
      const clicks = poisson(0.015 * impressions, `${name} ${ad} clicks`, day);
      return { spend, impressions, clicks, conversions: poisson(rate * clicks, `${name} ${ad} leads`, day) };
    },
    leads: (day) =>
      Array.from({ length: 24 }, (_, hour) => hour).flatMap((hour) =>
        Array<number>(poisson(rate * 10 * rhythm(day), `${name} leads ${hour}`, day)).fill(hour),
      ),
  };
};
