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
import type { CallBudget } from './providers/callBudget.ts';
import type { SheetReader } from './providers/spreadsheets/SheetReader.ts';

/** What the modules are built from; made once at start, and by tests with a database of their own. */
export type AppContext = {
  env: Env;
  logger: Logger;
  clock: Clock;
  db: Database;
  /** The pool below `db`, for libraries that bring their own SQL. */
  pool: Pool;
  /** The database is the embedded one, on the disk and in the memory of this machine. */
  isEmbedded: boolean;
  storage: Storage;
  jobs: JobQueue;
  publisher: EventPublisher;
  /** The calls to platforms that all processes share. */
  callBudget: CallBudget;
  platforms: PlatformRegistry;
  sheetReader: SheetReader;
  secrets: SecretBox;
};
