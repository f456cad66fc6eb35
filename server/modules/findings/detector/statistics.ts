/** Ratio of standard deviation to median absolute deviation in a normal distribution. */
const madToSd = 1.4826;

/** Reused buffer, because the detector computes medians very often. */
let scratch = new Float64Array(256);

/** The value at `index` of the sorted first `length` numbers of `scratch`. Everything before it is no larger (Hoare 1961). */
const select = (length: number, index: number): number => {
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const pivot = scratch[(low + high) >> 1] ?? 0;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((scratch[left] ?? 0) < pivot) left += 1;
      while ((scratch[right] ?? 0) > pivot) right -= 1;
      if (left > right) break;
      const value = scratch[left] ?? 0;
      scratch[left] = scratch[right] ?? 0;
      scratch[right] = value;
      left += 1;
      right -= 1;
    }
    if (index <= right) high = right;
    else if (index >= left) low = left;
    else break;
  }
  return scratch[index] ?? 0;
};

/** The median distance from a center. */
const medianDistance = (values: readonly number[], center: number): number => {
  const { length } = values;
  if (length > scratch.length) scratch = new Float64Array(2 * length);
  for (let index = 0; index < length; index += 1) scratch[index] = Math.abs((values[index] ?? 0) - center);
  return medianOfScratch(length);
};

export const median = (values: readonly number[]): number => {
  const { length } = values;
  if (length > scratch.length) scratch = new Float64Array(2 * length);
  for (let index = 0; index < length; index += 1) scratch[index] = values[index] ?? 0;
  return medianOfScratch(length);
};

const medianOfScratch = (length: number): number => {
  if (length === 0) return 0;
  const middle = length >> 1;
  const upper = select(length, middle);
  if (length % 2 === 1) return upper;
  let lower = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < middle; index += 1) lower = Math.max(lower, scratch[index] ?? 0);
  return (lower + upper) / 2;
};

/** Standard deviation that resists outliers. */
export const robustSd = (values: readonly number[], center = median(values)): number =>
  madToSd * medianDistance(values, center);

/** Like `robustSd`, but around zero. */
export const robustSdAroundZero = (values: readonly number[]): number => robustSd(values, 0);

/** Logarithmic mean: L(a, b) = (a - b) / (ln a - ln b), for positive numbers. */
export const logMean = (a: number, b: number): number => {
  const ratio = Math.log(a / b);
  // The series avoids 0 / 0 for equal numbers.
  return Math.abs(ratio) < 1e-6 ? b * (1 + ratio / 2 + (ratio * ratio) / 6) : (a - b) / ratio;
};

/** The upper quantile z of the standard normal distribution, P(Z > z) = p, for p < 0.5. Abramowitz and Stegun 26.2.23, error below 0.00045. */
export const upperQuantile = (p: number): number => {
  const t = Math.sqrt(-2 * Math.log(p));
  return (
    t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t)
  );
};

/** P(Z > z) of the standard normal distribution, for z from 1 on: Laplace's continued fraction of the Mills ratio. */
export const upperTail = (z: number): number => {
  let rest = 0;
  for (let k = 60; k >= 1; k -= 1) rest = k / (z + rest);
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI) / (z + rest);
};

/** The normal score with the same tail as Student's t with `freedom` degrees of freedom (Wallace 1959). */
export const toNormalScore = (t: number, freedom: number): number =>
  Math.sign(t) * Math.sqrt(freedom * Math.log1p((t * t) / freedom)) * ((8 * freedom + 1) / (8 * freedom + 3));

/** P(Y <= count) of a negative binomial distribution with this mean and variance mean + mean² · `relativeVariance`. */
export const negativeBinomialTail = (count: number, mean: number, relativeVariance: number): number => {
  if (mean <= 0) return 1;
  const shape = 1 / Math.max(relativeVariance, 1e-9);
  let term = Math.exp(-shape * Math.log1p(mean / shape));
  let sum = term;
  for (let y = 1; y <= count; y += 1) {
    term *= ((shape + y - 1) / y) * (mean / (shape + mean));
    sum += term;
  }
  return Math.min(1, sum);
};

/** Limits of exact summation: more terms take too long, and e to a lower power underflows. */
const mostSummed = 500;
const leastPower = -600;

/**
 * The range of a negative binomial distribution, with half of `chance` in each tail. Large counts use gamma quantiles
 * (Wilson and Hilferty 1931).
 */
export const countRange = (mean: number, relativeVariance: number, chance: number): { low: number; high: number } => {
  if (mean <= 0) return { low: 0, high: 0 };
  const shape = 1 / Math.max(relativeVariance, 1e-9);
  const power = -shape * Math.log1p(mean / shape);
  if (mean > mostSummed || power < leastPower) {
    const variance = (relativeVariance + 1 / mean) / 9;
    const half = upperQuantile(chance / 2) * Math.sqrt(variance);
    return { low: mean * Math.max(0, 1 - variance - half) ** 3, high: mean * (1 - variance + half) ** 3 };
  }
  let term = Math.exp(power);
  let sum = term;
  let low = 0;
  let high = 0;
  while (sum < 1 - chance / 2) {
    if (sum < chance / 2) low = high + 1;
    high += 1;
    term *= ((shape + high - 1) / high) * (mean / (shape + mean));
    sum += term;
  }
  return { low, high };
};
