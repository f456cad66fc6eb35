import type { Router } from 'express';
import type { Env } from '#server/config/env.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { unlimitedStorage } from '#server/lib/storage.ts';
import { createFigures } from '#server/metrics/createFigures.ts';
import type { FiguredDatabase } from '#server/metrics/databaseFigures.ts';
import { healthPages } from './healthPages.ts';
import { mayReadFigures } from './operatorAccess.ts';
import { createReadiness } from './readiness.ts';
import type { Needs, Phase } from './readiness.ts';

type HealthOptions = {
  env: Env;
  logger: Logger;
  phase: () => Phase;
  /** Null for a process that has none. */
  database: (Omit<FiguredDatabase, 'logger'> & { isQueueHealthy: () => Promise<boolean> }) | null;
  /** Sockets that are open in this process; null where none can be opened. */
  countSockets: (() => number) | null;
};

/** An API that takes the connection and says nothing would keep the question open for minutes. */
const apiAnswerMs = 2_000;

/** The pages about this process, as its roles need them; each of its servers has them. */
export const createHealthPages = ({ env, logger, phase, database, countSockets }: HealthOptions): Router => {
  const needs: Needs = {};
  if (database) {
    needs.database = async () => {
      await database.pool.query('select 1');
    };
    needs.queue = async () => {
      if (!(await database.isQueueHealthy())) throw new Error('the tables of the queue are not there');
    };
  }
  if (env.ROLES.includes('web') && !env.ROLES.includes('api'))
    needs.api = async () => {
      const { status } = await fetch(`${env.API_URL}/healthz`, { signal: AbortSignal.timeout(apiAnswerMs) });
      if (status !== 200) throw new Error(`the API answered ${status}`);
    };
  return healthPages({
    mayRead: mayReadFigures(env),
    readiness: createReadiness({ needs, phase, logger }),
    figures: createFigures({ roles: env.ROLES, database: database && { ...database, logger }, countSockets }),
    storage: database?.storage ?? unlimitedStorage,
  });
};
