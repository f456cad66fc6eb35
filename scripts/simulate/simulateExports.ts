import { drawFrom } from './drawFrom.ts';

/*
 * Exports that wait for a worker and for the platform's leave to write. Time is counted in seconds from 0; the same question has
 * the same answer each time.
 */

export type ExportModel = {
  /** Exports that may run at the same time, in all workers together. */
  slots: number;
  /** What Google takes in a minute from all users of an install together, and from one of them. */
  quota: { project: number; person: number };
  /** Calls of an export that write, one after the other; how long each takes, and what the export takes beside them. */
  writes: number;
  writeSeconds: number;
  otherSeconds: number;
};

/** An export that was asked for: when, and by whom. */
export type Request = { at: number; person: number };
/** When it was taken up and when it ended, in the order in which it was asked for. */
export type Served = Request & { startedAt: number; endedAt: number };

const minuteSeconds = 60;

/** Exports of a day in their usual disorder: each is asked for by somebody else, at any moment. */
export const disorderly = (count: number, perHour: number, seed: number): Request[] => {
  const draw = drawFrom(seed);
  let at = 0;
  return Array.from({ length: count }, (_, person) => {
    at -= Math.log(1 - draw()) * (3_600 / perHour);
    return { at, person };
  });
};

type Work = { request: Request; index: number; written: number; startedAt: number };
type Step = { at: number; order: number; work: Work };

/** Earliest first; of two at the same time the one that was put in first. */
const createAgenda = () => {
  const heap: Step[] = [];
  let order = 0;
  const isBefore = (a: Step | undefined, b: Step | undefined): boolean =>
    a !== undefined && b !== undefined && (a.at < b.at || (a.at === b.at && a.order < b.order));
  const swap = (a: number, b: number): void => {
    const [first, second] = [heap[a], heap[b]];
    if (first && second) [heap[a], heap[b]] = [second, first];
  };
  return {
    add: (at: number, work: Work): void => {
      order += 1;
      heap.push({ at, order, work });
      for (let place = heap.length - 1; place > 0;) {
        const parent = Math.floor((place - 1) / 2);
        if (!isBefore(heap[place], heap[parent])) break;
        swap(place, parent);
        place = parent;
      }
    },
    next: (): Step | undefined => {
      const [first] = heap;
      const last = heap.pop();
      if (last === undefined || first === last) return first;
      heap[0] = last;
      for (let place = 0; ;) {
        const [left, right] = [2 * place + 1, 2 * place + 2];
        const child = isBefore(heap[right], heap[left]) ? right : left;
        if (!isBefore(heap[child], heap[place])) break;
        swap(place, child);
        place = child;
      }
      return first;
    },
  };
};

/** Counts writes by the minute, as Google does: a write that finds the minute used up is due when the next one begins. */
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

/** Serves exports in the order in which they come; one that waits for the quota keeps its slot, as in the product. */
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
