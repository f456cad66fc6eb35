import type { Representation } from './readyAnswer.ts';

const parameters = /^\s*([^\s;]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/** The weight of codings that are accepted without being named; lower than any weight a client can send. */
const unnamed = 0.0001;

/** Codings and their weights. Parts that violate RFC 9110 are ignored. */
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
 * Picks the representation that the client prefers by `Accept-Encoding` (RFC 9110, 12.5.3); among equals the first,
 * which is the smallest. Express's `acceptsEncodings` would pick the one named first, and browsers name gzip first.
 * @returns null where the client excludes all of them
 */
export const chooseRepresentation = (
  representations: readonly Representation[],
  acceptEncoding: string | undefined,
): Representation | null => {
  // A client without the header accepts everything, but may support no coding.
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
