import { drawFrom } from './drawFrom.ts';

export type QueueModel = {
  /** Processes or processors that serve one request at a time. */
  servers: number;
  /** The share of time that they are busy. */
  utilization: number;
  requests: number;
  seed: number;
};

/** A random time with the mean 1 and the exponential distribution. */
const exponential = (draw: () => number): number => -Math.log(1 - draw());

/**
 * Serves requests in order of their random arrival. Service times are random too, with the mean 1.
 * @returns the waiting and service time of each request
 */
export const simulateQueue = ({
  servers,
  utilization,
  requests,
  seed,
}: QueueModel): { waited: number; took: number }[] => {
  const draw = drawFrom(seed);
  const freeAt = Array.from({ length: servers }, () => 0);
  let at = 0;
  return Array.from({ length: requests }, () => {
    at += exponential(draw) / (servers * utilization);
    const next = freeAt.indexOf(Math.min(...freeAt));
    const waited = Math.max(0, (freeAt[next] ?? 0) - at);
    const took = waited + exponential(draw);
    freeAt[next] = at + took;
    return { waited, took };
  });
};
