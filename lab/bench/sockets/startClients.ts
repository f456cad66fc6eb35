import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Person } from '#lab/bench/people.ts';
import type { Order, Reply } from './messages.ts';

/** Enough processes that the clients are no bottleneck on two cores. */
const processes = 2;

export type Clients = {
  pids: readonly number[];
  /** Opens a socket for each person, at the URLs in turns. @throws if a socket is refused */
  connect(group: string, urls: readonly string[], people: readonly Person[]): Promise<void>;
  /** Waits for one event per person of the group. @returns the arrival times. @throws if an event is missing */
  collect(group: string): Promise<[userId: string, at: number][]>;
  stop(): Promise<void>;
};

type Process = { child: ChildProcess; ended: Promise<unknown> };

const startProcess = (): Process => {
  const child = fork(fileURLToPath(new URL('./clientProcess.ts', import.meta.url)));
  return { child, ended: once(child, 'exit') };
};

/** @throws if the process refuses or has ended */
const ask = ({ child, ended }: Process, order: Order): Promise<Reply> =>
  new Promise((resolve, reject) => {
    child.once('message', (reply: Reply) => {
      if (reply.reply === 'failed') reject(new Error(reply.reason));
      else resolve(reply);
    });
    void ended.then(() => reject(new Error('a process with clients has ended')));
    child.send(order, (error) => {
      if (error) reject(error);
    });
  });

/** Starts the clients of the benchmark in separate processes. */
export const startClients = (): Clients => {
  const children = Array.from({ length: processes }, startProcess);
  const shareOf = (people: readonly Person[], index: number): Person[] =>
    people.filter((_, number) => number % processes === index);
  const counts = new Map<string, number[]>();
  return {
    pids: children.flatMap(({ child }) => child.pid ?? []),
    connect: async (group, urls, people) => {
      await Promise.all(
        children.map((child, index) => ask(child, { order: 'connect', group, urls, people: shareOf(people, index) })),
      );
      const before = counts.get(group) ?? children.map(() => 0);
      counts.set(
        group,
        before.map((count, index) => count + shareOf(people, index).length),
      );
    },
    collect: async (group) => {
      const replies = await Promise.all(
        children.map((child, index) => ask(child, { order: 'collect', group, count: counts.get(group)?.[index] ?? 0 })),
      );
      return replies.flatMap((reply) => (reply.reply === 'collected' ? reply.arrivals : []));
    },
    stop: async () => {
      await Promise.all(
        children.map(async ({ child, ended }) => {
          if (child.connected) child.disconnect();
          await ended;
        }),
      );
    },
  };
};
