import { drawFrom } from './drawFrom.ts';

/*
 * Simulates exports that wait for a worker and for the platform's write quota. Time is in seconds from 0. The result is
 * deterministic.
 */

export type ExportModel = {
  /** Exports that may run at the same time in all workers together. */
  slots: number;
  /** Google's limit of writes per minute, for the whole install and for one person. */
  quota: { project: number; person: number };
  /** Sequential writes of an export, the seconds for each, and the seconds for the rest of the export. */
  writes: number;
  writeSeconds: number;
  otherSeconds: number;
};

/** A requested export, with its time and person. */
export type Request = { at: number; person: number };
/** A finished export with its start and end, in the order of the requests. */
export type Served = Request & { startedAt: number; endedAt: number };

const minuteSeconds = 60;

/** A day's exports at random times, each by a different person. */
export const disorderly = (count: number, perHour: number, seed: number): Request[] => {
  const draw = drawFrom(seed);
  let at = 0;
  return Array.from({ length: count }, (_, person) => {
    at -= Math.log(1 - draw()) * (3_600 / perHour);
    return { at, person };
  });
};

type Work = { request: Request; index: number; written: number; startedAt: number };
type Step = { at: number; work: Work };

/** Earliest first; at the same time, first in first out. There are at most as many steps as slots. */
const createAgenda = () => {
  const steps: Step[] = [];
  return {
    add: (at: number, work: Work): void => {
      steps.splice(steps.findLastIndex((step) => step.at <= at) + 1, 0, { at, work });
    },
    next: (): Step | undefined => steps.shift(),
  };
};

/** Counts writes per minute, as Google does. A write beyond the quota waits until the next minute. */
const createQuota = ({ project, person: each }: ExportModel['quota']) => {
  let minute = -1;
  let all = 0;
  let byPerson = new Map<number, number>();
  return (at: number, person: number): boolean => {
    const current = Math.floor(at / minuteSeconds);
    if (current !== minute) [minute, all, byPerson] = [current, 0, new Map()];
    const own = byPerson.get(person) ?? 0;
    if (all >= project || own >= each) return false;
    all += 1;
    byPerson.set(person, own + 1);
    return true;
  };
};

/** Runs exports in order of arrival. An export that waits for the quota keeps its slot, as in the product. */
export const simulateExports = (requests: readonly Request[], model: ExportModel): Served[] => {
  const { slots, writes, writeSeconds, otherSeconds } = model;
  const agenda = createAgenda();
  const mayWrite = createQuota(model.quota);
  const served: Served[] = [];
  let [waiting, free] = [0, slots];
  const begin = (now: number): void => {
    const request = requests[waiting];
    if (free === 0 || request === undefined) return;
    const startedAt = Math.max(now, request.at);
    agenda.add(startedAt + otherSeconds, { request, index: waiting, written: 0, startedAt });
    free -= 1;
    waiting += 1;
  };
  for (let slot = 0; slot < slots; slot += 1) begin(0);
  for (let step = agenda.next(); step; step = agenda.next()) {
    const { at, work } = step;
    const { request, index, written, startedAt } = work;
    if (written === writes) {
      served[index] = { ...request, startedAt, endedAt: at };
      free += 1;
      begin(at);
    } else if (mayWrite(at, request.person)) agenda.add(at + writeSeconds, { ...work, written: written + 1 });
    else agenda.add((Math.floor(at / minuteSeconds) + 1) * minuteSeconds, work);
  }
  return served;
};
