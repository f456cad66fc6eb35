const modulus = 2 ** 31 - 1;
const multiplier = 48_271;
const warmUp = 10;

/** Pseudorandom numbers in [0, 1) from a seed (Lehmer's generator). */
export const drawFrom = (seed: number): (() => number) => {
  let state = (seed % (modulus - 1)) + 1;
  const draw = (): number => {
    state = (state * multiplier) % modulus;
    return (state - 1) / (modulus - 1);
  };
  for (let count = 0; count < warmUp; count += 1) draw();
  return draw;
};
