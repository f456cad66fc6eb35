import type { Pool } from 'pg';
import type { Env } from './config/env.ts';
import type { Database } from './database/Database.ts';
import type { JobQueue } from './jobs/JobQueue.ts';
import type { Clock } from './lib/clock.ts';
import type { EventPublisher } from './realtime/EventPublisher.ts';
import type { Logger } from './lib/logging/logger.ts';
import type { SecretBox } from './lib/crypto/SecretBox.ts';
import type { Storage } from './lib/storage.ts';
import type { PlatformRegistry } from './providers/AdPlatform.ts';
import type { CallBudget } from './providers/calls/callBudget.ts';
import type { RememberedSessions } from './lib/http/rememberedSessions.ts';
import type { SheetReader } from './providers/spreadsheets/SheetReader.ts';

/** The dependencies of the modules, created once at startup. Tests create one per database. */
export type AppContext = {
  env: Env;
  logger: Logger;
  clock: Clock;
  db: Database;
  /** The pool that `db` uses, for libraries that write their own SQL. */
  pool: Pool;
  /** Whether the database is embedded and shares this machine's disk and memory. */
  isEmbedded: boolean;
  storage: Storage;
  jobs: JobQueue;
  publisher: EventPublisher;
  /** The publisher makes every process forget changed ones. */
  sessions: RememberedSessions;
  /** The rate limit for platform calls, shared by all processes. */
  callBudget: CallBudget;
  platforms: PlatformRegistry;
  sheetReader: SheetReader;
  secrets: SecretBox;
};
