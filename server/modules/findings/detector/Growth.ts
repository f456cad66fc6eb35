import { historyDays } from './limits.ts';
import type { DayNumber } from './days.ts';

/** Age in days after which conversions count as complete. */
export const growingDays = 14;

/** How the conversions of a day grow from read to read. */
export type Growth = {
  /** The known share of the final conversions at an age in days, starting at 1. */
  shareAt: (age: number) => number;
  /** `total`: conversions of a day as known at this age. */
  observe: (day: DayNumber, age: number, total: number) => void;
};

/** Decay per observation: older growth fades over about two months. */
const memory = Math.exp(-1 / 1500);

/**
 * The chain ladder method from insurance statistics. Growth from one age to the next is the ratio of the totals over all days
 * that were read at both ages.
 */
export const createGrowth = (): Growth => {
  const earlier = new Float64Array(growingDays + 2);
  const later = new Float64Array(growingDays + 2);
  const lastTotal = new Float64Array(historyDays);
  const lastAge = new Uint8Array(historyDays);
  const shares = new Float64Array(growingDays + 2).fill(1);
  let isStale = false;
  const update = () => {
    let share = 1;
    for (let age = growingDays; age >= 1; age -= 1) {
      // One pseudo-conversion: without data, assume no growth.
      share *= ((earlier[age + 1] ?? 0) + 1) / ((later[age + 1] ?? 0) + 1);
      shares[age] = Math.min(1, share);
    }
    isStale = false;
  };
  return {
    shareAt: (age) => {
      if (isStale) update();
      return age > growingDays ? 1 : (shares[Math.max(1, age)] ?? 1);
    },
    observe: (day, age, total) => {
      if (age < 1 || age > growingDays + 1) return;
      const slot = day % historyDays;
      const before = lastTotal[slot] ?? 0;
      if (age > 1 && lastAge[slot] === age - 1) {
        earlier[age] = (earlier[age] ?? 0) * memory + before;
        // Withheld conversions that arrive all at once do not show normal growth, so the jump is capped.
        later[age] = (later[age] ?? 0) * memory + Math.min(total, 3 * before + 3);
        isStale = true;
      }
      lastTotal[slot] = total;
      lastAge[slot] = age;
    },
  };
};
