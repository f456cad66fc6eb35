import type { Person } from '../people.ts';

/* What the processes with the clients are told, and what they answer; see `clientProcess.ts`. */

export type Order =
  /** Opens a socket for each of them and leaves it open. */
  | { order: 'connect'; group: string; urls: readonly string[]; people: readonly Person[] }
  /** Answers once so many events have arrived at the group since it was last asked. */
  | { order: 'collect'; group: string; count: number };

export type Reply =
  | { reply: 'connected' }
  /** When the event of each person arrived, in ms since 1970. */
  | { reply: 'collected'; arrivals: [userId: string, at: number][] }
  | { reply: 'failed'; reason: string };
