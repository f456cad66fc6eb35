import type { Person } from '#lab/bench/people.ts';

/* Messages to and from client processes; see `clientProcess.ts`. */

export type Order =
  /** Opens a socket for each person and keeps it open. */
  | { order: 'connect'; group: string; urls: readonly string[]; people: readonly Person[] }
  /** Replies once `count` events have arrived at the group since the last reply. */
  | { order: 'collect'; group: string; count: number };

export type Reply =
  | { reply: 'connected' }
  /** Arrival time of each person's event, in ms since 1970. */
  | { reply: 'collected'; arrivals: [userId: string, at: number][] }
  | { reply: 'failed'; reason: string };
