/**
 * The constants of the detector. Each is a probability, a length of time or a size that matters to an advertiser. No constant is
 * fitted to data.
 */

/** Days of history per ad. A power of two keeps the modulo cheap. */
export const historyDays = 256;

/** False findings allowed per kind, account and year, if the model holds. */
export const falseFindingsPerYear = 0.5;

/** Baseline length: whole weeks, so that weekdays need no correction. */
export const baselineDays = 28;
/** Minimum days with figures for a baseline. */
export const leastBaselineDays = 14;
/** Length of a new campaign's or ad's learning phase, as platforms call it. */
export const learningDays = 8;

/** A smaller change in cost per lead is not worth a message. */
export const leastCostRatio = 1.25;
/** A smaller rise in spend is not a spike. */
export const leastSpikeRatio = 1.3;
/** Less than this share of the expected amount counts as nothing. */
export const nothingShare = 0.1;
/** A smaller deviation from the budget is not worth a message. */
export const leastPaceRatio = 0.15;
/** Normal wear, as a logarithm over `days`: a rate loses a quarter in half a year. */
export const normalDrift = (days: number): number => (Math.log(4 / 3) * days) / 180;

/** The allowed daily chance of a false finding per series, when `series` series are tested every day. */
export const dailyChance = (series: number): number => falseFindingsPerYear / 365 / Math.max(1, series);
