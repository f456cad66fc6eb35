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

/** Registration and subscriptions are repeated after this time, because people can end them at the platform. */
const lifetimeMs = 24 * 3_600_000;

/** The secret that a platform uses to verify our callback during the registration. */
const verifyTokenOf = ({ env }: Pick<AppContext, 'env'>, platform: LeadPlatformId): string | undefined =>
  platform === 'facebook' ? env.FACEBOOK_VERIFY_TOKEN : undefined;

/**
 * Registers the current address of this installation at the platform. On platforms without such a registration, each
 * Page subscription contains the address, so a new address renews all subscriptions. Without a registration, the
 * scheduled reads still find the leads.
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
    reading.log.warn({ err: error }, 'the platform did not accept our webhook address');
  }
};

/**
 * Subscribes to the leads of a Page, unless the subscription is recent. @returns a failure that does not end the read
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
