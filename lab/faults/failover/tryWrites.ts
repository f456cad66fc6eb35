import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Cluster, ClusterNode } from '#lab/faults/cluster/startCluster.ts';

const answerWithinMs = 2_000;
const pauseMs = 50;

export type WriteAttempts = {
  /** Ends the attempts. @returns the ids of all acknowledged writes */
  stop(): Promise<string[]>;
};

let attempts = 0;

/** Keeps writing directly to a node, like a client that has not noticed the failover. */
export const tryWrites = ({ url }: ClusterNode): WriteAttempts => {
  const over = new AbortController();
  const acknowledged: string[] = [];
  const write = async (): Promise<void> => {
    attempts += 1;
    const id = `attempt ${attempts}`;
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
    });
    // A query in progress reports its own failure.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('insert into write_attempts (id) values ($1)', [id]);
      acknowledged.push(id);
    } catch {
      // A refused or unanswered write is not acknowledged.
    } finally {
      client.connection.stream.destroy();
    }
  };
  const run = async (): Promise<void> => {
    for (; !over.signal.aborted; await sleep(pauseMs)) await write();
  };
  const running = run();
  return {
    stop: async () => {
      over.abort();
      await running;
      return acknowledged;
    },
  };
};

/** Creates the table for the attempts. */
export const prepareWriteAttempts = (cluster: Cluster): Promise<unknown> =>
  cluster.administer((client) => client.query('create table write_attempts (id text primary key)'));
