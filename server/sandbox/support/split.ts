/** Splits a whole number in proportion to weights. The parts add up to it exactly. */
export const splitWhole = (total: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let weightSoFar = 0;
  let given = 0;
  return weights.map((weight) => {
    weightSoFar += weight;
    const upToHere = whole === 0 ? 0 : Math.floor((total * weightSoFar) / whole);
    const part = upToHere - given;
    given = upToHere;
    return part;
  });
};
