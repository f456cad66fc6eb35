import type { Representation } from './readyAnswer.ts';

const parameters = /^\s*([^\s;]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/** Below every weight that a client can give: what it takes without having named it. */
const unnamed = 0.0001;

/** Codings with the weight that the header gives them. What is not written as RFC 9110 has it counts as not said. */
const readWeights = (header: string): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [, name, weight = '1'] = parameters.exec(part) ?? [];
    if (name === undefined) continue;
    const coding = name.toLowerCase();
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, Number(weight));
  }
  return weights;
};

/**
 * The representation that a client likes best by its `Accept-Encoding` (RFC 9110, 12.5.3); among equals the first, which
 * is the smallest. Express's own `acceptsEncodings` takes among equals what the client names first, and browsers name gzip first.
 * @returns null where the client excludes all there are
 */
export const chooseRepresentation = (
  representations: readonly Representation[],
  acceptEncoding: string | undefined,
): Representation | null => {
  // Who says nothing takes everything, but may know no coding at all.
  const weights = readWeights(acceptEncoding ?? 'identity');
  const others = weights.get('*');
  let best: Representation | null = null;
  let bestWeight = 0;
  for (const representation of representations) {
    const { coding } = representation;
    const weight = weights.get(coding) ?? others ?? (coding === 'identity' ? unnamed : 0);
    if (weight > bestWeight) {
      best = representation;
      bestWeight = weight;
    }
  }
  return best;
};
