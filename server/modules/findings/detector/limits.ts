/**
 * The constants of the detector. Each is a probability, a length of time or a size that matters to an advertiser. None of them is
 * fitted to data.
 */

/** Days kept of each ad. A power of two keeps the remainder cheap. */
export const historyDays = 256;

/** False findings that each kind may say of an account in a year, if its model holds. */
export const falseFindingsPerYear = 0.5;

/** The baseline: whole weeks, so that weekdays need no correction. */
export const baselineDays = 28;
/** Days with figures that a baseline needs. */
export const leastBaselineDays = 14;
/** Platforms call the first days of a campaign or ad its learning phase. */
export const learningDays = 8;

/** A cost per lead that moved less is not worth a message. */
export const leastCostRatio = 1.25;
/** Spend that grew less is not a spike. */
export const leastSpikeRatio = 1.3;
/** "Nothing or nearly": the share of the expected amount. */
export const nothingShare = 0.1;
/** A pace that is less off is not worth a message. */
export const leastPaceRatio = 0.15;
/** Wear that is normal: a quarter of a rate in half a year. The logarithm of it over `days`. */
export const normalDrift = (days: number): number => (Math.log(4 / 3) * days) / 180;

/** The daily chance of a false finding in one of `series` that are tested every day. */
export const dailyChance = (series: number): number => falseFindingsPerYear / 365 / Math.max(1, series);
