import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from '../drizzle.ts';
import { leaseColumns, moment, userId } from './columns.ts';
import { users } from './users.ts';

/** Counters of rate-limiter-flexible, in the layout that the library requires. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull().default(0),
    expire: bigint('expire', { mode: 'number' }),
  },
  (table) => [index('rate_limits_expiry').on(table.expire)],
);

/** Requests with an `Idempotency-Key`, and their responses. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: userId().references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** SHA-256 of method, path and body. */
    fingerprint: text('fingerprint').notNull(),
    /** Null until the first request has its response. */
    status: integer('status'),
    /** Without a status: marks a request whose response is not stored. */
    answer: jsonb('answer').$type<Record<string, unknown>>(),
    createdAt: moment('created_at').notNull(),
    /** The holder processes the first request. */
    ...leaseColumns('claimed_until'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index('idempotency_keys_age').on(table.createdAt)],
);
