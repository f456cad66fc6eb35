import type { Router } from 'express';
import type { Env } from '#server/config/env.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { unlimitedStorage } from '#server/lib/storage.ts';
import { createMetrics } from '#server/metrics/createMetrics.ts';
import type { MeasuredDatabase } from '#server/metrics/databaseMetrics.ts';
import { healthPages } from './healthPages.ts';
import { mayReadMetrics } from './operatorAccess.ts';
import { createReadiness } from './readiness.ts';
import type { Needs, Phase } from './readiness.ts';

type HealthOptions = {
  env: Env;
  logger: Logger;
  phase: () => Phase;
  /** Null if the process has no database. */
  database: (Omit<MeasuredDatabase, 'logger'> & { isQueueHealthy: () => Promise<boolean> }) | null;
  /** Open sockets of this process; null if it has no socket server. */
  countSockets: (() => number) | null;
};

/** Without this limit, an API that accepts connections but never answers would block the check for minutes. */
const apiAnswerMs = 2_000;

/** The health pages of this process. Every server of the process mounts them. */
export const createHealthPages = ({ env, logger, phase, database, countSockets }: HealthOptions): Router => {
  const needs: Needs = {};
  let isReadOnly = false;
  if (database) {
    needs.database = async () => {
      const { rows } = await database.pool.query<{ isReadOnly: boolean }>(
        `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
      );
      const wasReadOnly = isReadOnly;
      isReadOnly = rows[0]?.isReadOnly === true && !database.storage.isFull();
      if (isReadOnly && !wasReadOnly)
        logger.error(
          { area: 'health' },
          'the database is read-only: nothing can be saved until its operator allows writes',
        );
    };
    needs.queue = async () => {
      if (!(await database.isQueueHealthy())) throw new Error('the tables of the queue are missing');
    };
  }
  if (env.ROLES.includes('web') && !env.ROLES.includes('api'))
    needs.api = async () => {
      const { status } = await fetch(`${env.API_URL}/healthz`, { signal: AbortSignal.timeout(apiAnswerMs) });
      if (status !== 200) throw new Error(`the API answered ${status}`);
    };
  return healthPages({
    mayRead: mayReadMetrics(env),
    readiness: createReadiness({ needs, phase, logger }),
    metrics: createMetrics({ roles: env.ROLES, database: database && { ...database, logger }, countSockets }),
    storage: database?.storage ?? unlimitedStorage,
    isReadOnly: () => isReadOnly,
  });
};
