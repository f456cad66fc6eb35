import type { LeadPlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { storeUnderLease } from '#server/modules/leads/collect/reconcile/leadLease.ts';
import { renewSubscriptionsOfAll, updateLeadPage } from '#server/modules/leads/collect/reconcile/leadPages.store.ts';
import type { LeadPageRow } from '#server/modules/leads/collect/reconcile/leadPages.store.ts';
import { callPlatform, callbackUrlOf, openLeadPage } from '#server/modules/leads/collect/reconcile/leadReading.ts';
import type { LeadReading } from '#server/modules/leads/collect/reconcile/leadReading.ts';
import { concernsPartOnly, toReadProblem } from '#server/modules/leads/collect/reconcile/readProblems.ts';
import type { ReadProblem } from '#server/modules/leads/collect/reconcile/readProblems.ts';
import { findRegistration, saveRegistration } from './webhookRegistrations.store.ts';

/** People may end them on the platform's own pages, so registration and subscriptions are repeated after this long. */
const lifetimeMs = 24 * 3_600_000;

/** The secret with which a platform verifies our callback when the installation is registered. */
const verifyTokenOf = ({ env }: Pick<AppContext, 'env'>, platform: LeadPlatformId): string | undefined =>
  platform === 'facebook' ? env.FACEBOOK_VERIFY_TOKEN : undefined;

/**
 * Registers the current address of this installation at the platform. Where there is no such registration, the
 * subscription of every Page carries the address, and all of them are repeated when it has changed. Without it, leads
 * still arrive by the scheduled reads.
 */
export const registerCallback = async (reading: LeadReading, grantedAt: Date): Promise<void> => {
  const { context, lease, source } = reading;
  const { platform } = lease;
  const callbackUrl = callbackUrlOf(context, platform);
  const now = context.clock.now();
  const known = await findRegistration(context.db, platform);
  const isKnown = known?.callbackUrl === callbackUrl;
  const registration = { platform, callbackUrl, registeredAt: now };
  if (!source.registerWebhook) {
    if (isKnown) return;
    await context.db.transaction(async (tx) => {
      await saveRegistration(tx, registration);
      await renewSubscriptionsOfAll(tx, platform);
    });
    return;
  }
  const verifyToken = verifyTokenOf(context, platform);
  const isFresh =
    isKnown && known.registeredAt > grantedAt && now.getTime() - known.registeredAt.getTime() < lifetimeMs;
  if (isFresh || verifyToken === undefined) return;
  try {
    await source.registerWebhook({ callbackUrl, verifyToken });
    await saveRegistration(context.db, registration);
  } catch (error) {
    reading.log.warn({ err: error }, 'the platform did not take our webhook address');
  }
};

/**
 * Subscribes to the leads of a Page, unless that was done recently. @returns the failure, which does not end the read
 */
export const subscribeLeadPage = async (reading: LeadReading, page: LeadPageRow): Promise<ReadProblem | null> => {
  const { context, lease, source, log, signal } = reading;
  const ageMs = page.subscribedAt ? context.clock.now().getTime() - page.subscribedAt.getTime() : Infinity;
  if (ageMs < lifetimeMs) return null;
  try {
    const { subscriptionId } = await callPlatform(context, lease, signal, (call) =>
      source.subscribe(call, openLeadPage(context, page), {
        callbackUrl: callbackUrlOf(context, lease.platform),
        formerId: page.subscriptionId,
      }),
    );
    const change = { subscribedAt: context.clock.now(), subscriptionId };
    await storeUnderLease(context, lease, (tx) => updateLeadPage(tx, lease, page.pageId, change));
    return null;
  } catch (error) {
    const isPermission = error instanceof ProviderError && error.outcome === 'scope-missing';
    if (!isPermission && !concernsPartOnly(error)) throw error;
    log.warn({ pageId: page.pageId, err: error }, 'a page was not subscribed');
    return toReadProblem(error);
  }
};
