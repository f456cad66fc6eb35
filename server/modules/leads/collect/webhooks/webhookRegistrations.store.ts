import { eq, sql } from '#server/database/drizzle.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { Queryable } from '#server/database/Database.ts';
import { webhookRegistrations } from '#server/database/schema.ts';

type Registration = typeof webhookRegistrations.$inferSelect;

export const findRegistration = async (db: Queryable, platform: LeadPlatformId): Promise<Registration | null> => {
  const [row] = await db.select().from(webhookRegistrations).where(eq(webhookRegistrations.platform, platform));
  return row ?? null;
};

export const saveRegistration = async (db: Queryable, registration: Registration): Promise<void> => {
  await db
    .insert(webhookRegistrations)
    .values(registration)
    .onConflictDoUpdate({
      target: webhookRegistrations.platform,
      set: { callbackUrl: sql`excluded.callback_url`, registeredAt: sql`excluded.registered_at` },
    });
};
