import { createRequire } from 'node:module';

/*
 * The parts of Drizzle that we use, loaded as CommonJS. For each ES module in a package, Node parses that package's
 * package.json, and Drizzle's has 180 KB. That took 300 ms of every start.
 */

const require = createRequire(import.meta.url);
const core: typeof import('drizzle-orm') = require('drizzle-orm');
const postgres: typeof import('drizzle-orm/pg-core') = require('drizzle-orm/pg-core');
const node: typeof import('drizzle-orm/node-postgres') = require('drizzle-orm/node-postgres');
const nodeMigrator: typeof import('drizzle-orm/node-postgres/migrator') = require('drizzle-orm/node-postgres/migrator');
const migrator: typeof import('drizzle-orm/migrator') = require('drizzle-orm/migrator');

export const {
  and,
  asc,
  between,
  count,
  desc,
  DrizzleQueryError,
  eq,
  getTableColumns,
  getTableName,
  gt,
  inArray,
  is,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  ne,
  notExists,
  notInArray,
  notLike,
  or,
  sql,
} = core;
export type { Placeholder, SQL, SQLWrapper } from 'drizzle-orm';

export const {
  alias,
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  getTableConfig,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  PgTable,
  primaryKey,
  text,
  timestamp,
  unionAll,
  uniqueIndex,
} = postgres;
export type PgTable = import('drizzle-orm/pg-core').PgTable;
export type { PgColumn } from 'drizzle-orm/pg-core';

export const { drizzle } = node;
export type { NodePgDatabase } from 'drizzle-orm/node-postgres';

export const { migrate } = nodeMigrator;
export const { readMigrationFiles } = migrator;
