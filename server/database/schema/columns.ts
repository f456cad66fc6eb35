import { text, timestamp } from '../drizzle.ts';

/** An instant. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The person to whom a row belongs: first in the key of every table that grows. */
export const ownerId = () => text('user_id').notNull();
