import { createHash } from 'node:crypto';
import * as z from 'zod';
import { oauthStateLifetimeMinutes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Browser } from '#server/lib/http/browserCookie.ts';
import type { Caller } from '#server/lib/http/Caller.ts';
import type { Transaction } from '#server/database/Database.ts';
import { AppError, ownersOnly, sessionExpired, workspaceChanged } from '#server/lib/failures/errors.ts';
import { hashSecret, newSecret } from '#server/lib/ids.ts';
import { publishNotification } from '#server/modules/notifications/announce.ts';
import { findLivingSession } from '#server/modules/users/signIn/sessions.store.ts';
import { lockUser } from '#server/modules/users/users.store.ts';
import { lockMembers } from '#server/modules/users/workspaces/workspaces.store.ts';
import type { LockedWorkspace } from '#server/modules/users/workspaces/workspaces.store.ts';
import type { Grant } from '#server/providers/AdPlatform.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import type { BeginGrant } from './BeginGrant.ts';
import { findScopeFault, storeGrant } from './storeGrant.ts';
import type { StoredGrant } from './storeGrant.ts';
import {
  deleteState,
  insertState,
  keepGrant,
  placeOfConsent,
  spendState,
  takeWaitingGrant,
} from './oauthStates.store.ts';
import type { OAuthState } from './oauthStates.store.ts';

const redirectUri = (context: Pick<AppContext, 'env'>, platform: PlatformId): string =>
  `${context.env.PUBLIC_URL}/auth/${platform}/callback`;

const invalidState = (): AppError => new AppError(400, 'OAUTH_STATE_INVALID', messages.connections.stateInvalid);

export type ConsentStart = {
  userId: string;
  platform: PlatformId;
  /** The caller of the start request, if it had a session. */
  caller: Caller | null;
  /** Cookie of the browser that starts the consent; null for a program. */
  browserCookie: string | null;
};

/**
 * Locks the accounts and checks the session again: a reset or a Google sign-in may have ended it since the request
 * arrived. A consent must not outlive the session that started it.
 * @throws AppError 401 SESSION_EXPIRED, 409 WORKSPACE_CHANGED, 403 FORBIDDEN for a member who is not an owner
 */
const requireLivingSession = async (
  tx: Transaction,
  { workspaceId, tokenHash }: Caller,
  now: Date,
): Promise<LockedWorkspace> => {
  const members = await lockMembers(tx, workspaceId);
  const session = await findLivingSession(tx, tokenHash, now);
  if (!session) throw sessionExpired();
  // The person has switched the workspace meanwhile, or is no longer an owner.
  if (session.workspaceId !== workspaceId) throw workspaceChanged();
  if (session.role !== 'owner') throw ownersOnly();
  return { workspaceId, members };
};

/**
 * Starts a consent: stores its owner and returns the platform's consent page. An unknown account gets the same
 * response, so that the response does not reveal whether an account exists. The callback then refuses the state.
 */
export const startConsent = async (
  context: Pick<AppContext, 'env' | 'clock' | 'db' | 'platforms' | 'secrets'>,
  { browserCookie, caller, ...start }: ConsentStart,
): Promise<URL> => {
  const adapter = platformOf(context.platforms, start.platform);
  const state = newSecret();
  const codeVerifier = newSecret();
  const stateHash = hashSecret(state);
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    if (caller !== null) await requireLivingSession(tx, caller, now);
    // Lock the account, so that it cannot be deleted before its state is stored.
    if (!(await lockUser(tx, start.userId))) return;
    await insertState(tx, {
      ...start,
      workspaceId: caller?.workspaceId ?? null,
      isOwnerProven: caller !== null,
      stateHash,
      codeVerifier: context.secrets.seal(codeVerifier, placeOfConsent('code_verifier', { ...start, stateHash })),
      browserHash: browserCookie === null ? null : hashSecret(browserCookie),
      expiresAt: new Date(now.getTime() + oauthStateLifetimeMinutes * 60_000),
    });
  });
  return adapter.consentUrl({
    state,
    redirectUri: redirectUri(context, start.platform),
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  });
};

/**
 * Without this check, an attacker could start a consent and send the address to another person to obtain that person's
 * grant. Or the other person's browser could store the attacker's grant.
 */
const requireSameBrowser = (context: Pick<AppContext, 'env'>, { browserHash }: OAuthState, browser: Browser): void => {
  const shown = browser?.cookie ? hashSecret(browser.cookie) : null;
  const isSame = browserHash === null ? browser === null : shown === browserHash;
  if (!isSame)
    throw new AppError(403, 'OAUTH_STATE_INVALID', messages.connections.browserDiffers(context.env.PUBLIC_URL));
};

const sealedGrant = z.object({
  tokens: z.object({
    accessToken: z.string(),
    refreshToken: z.nullable(z.string()),
    expiresAt: z.nullable(z.number()),
  }),
  externalId: z.string(),
  externalName: z.string(),
  grantedScopes: z.array(z.string()),
}) satisfies z.ZodType<Grant>;

export type ConsentAnswer = { platform: PlatformId; query: URLSearchParams; browser: Browser };

/**
 * Handles the platform's callback. If the start request carried the owner's session, the grant is stored at once.
 * Otherwise it waits, sealed, for `finishConsent`, and the result is null.
 * @throws AppError OAUTH_DENIED with our own text, OAUTH_STATE_INVALID, SCOPE_MISSING; ProviderError
 */
export const receiveConsent = async (
  context: Pick<AppContext, 'env' | 'clock' | 'db' | 'publisher' | 'platforms' | 'secrets'> & {
    beginGrant: BeginGrant;
  },
  { platform, query, browser }: ConsentAnswer,
): Promise<StoredGrant | null> => {
  const adapter = platformOf(context.platforms, platform);
  const refusal = adapter.readRefusal(query);
  const [state, ...more] = query.getAll('state');
  if (state === undefined) {
    // Meta may send a refusal without the state.
    const isAnswer = [...query.keys()].some((name) => name.startsWith('error'));
    if (refusal !== null && isAnswer) throw new AppError(403, 'OAUTH_DENIED', refusal);
    // A reload, a step back or a bookmark, not a refusal.
    throw new AppError(400, 'OAUTH_STATE_INVALID', messages.connections.nothingToFinish(platform));
  }
  const pending =
    state && more.length === 0 ? await spendState(context.db, hashSecret(state), platform, context.clock.now()) : null;
  if (!pending || pending.codeVerifier === null) throw invalidState();
  requireSameBrowser(context, pending, browser);
  if (refusal !== null) throw new AppError(403, 'OAUTH_DENIED', refusal);

  const grant = await adapter.completeConsent({
    query,
    redirectUri: redirectUri(context, platform),
    codeVerifier: context.secrets.open(pending.codeVerifier, placeOfConsent('code_verifier', pending)),
  });
  if (!pending.isOwnerProven) {
    await keepGrant(context.db, pending, context.secrets.seal(JSON.stringify(grant), placeOfConsent('grant', pending)));
    return null;
  }
  const fault = findScopeFault(context, platform, grant);
  if (fault) throw fault;
  const stored = await context.db.transaction(async (tx) => {
    const { workspaceId } = pending;
    if (workspaceId === null) throw invalidState();
    const members = await lockMembers(tx, workspaceId);
    // A new password has ended the session that started this, or the person is no longer an owner.
    if (!(await deleteState(tx, pending))) throw invalidState();
    return storeGrant(tx, context, { ...pending, workspaceId, members }, grant);
  });
  publishNotification(context, stored.notification);
  return stored;
};

/**
 * Stores the grant that waits under a state, once its owner has a session.
 * @throws AppError 400 or 403 OAUTH_STATE_INVALID, 409 SCOPE_MISSING; nothing is stored then
 */
export const finishConsent = async (
  context: Pick<AppContext, 'clock' | 'db' | 'publisher' | 'platforms' | 'secrets'> & { beginGrant: BeginGrant },
  caller: Caller,
  state: string,
): Promise<StoredGrant> => {
  const finished = await context.db.transaction(async (tx) => {
    const workspace = await requireLivingSession(tx, caller, context.clock.now());
    const waiting = await takeWaitingGrant(tx, hashSecret(state), context.clock.now());
    // Failures are returned rather than thrown, so that the deletion of an unusable grant is committed.
    if (!waiting) return invalidState();
    if (waiting.userId !== caller.userId)
      return new AppError(403, 'OAUTH_STATE_INVALID', messages.connections.stateForeign);
    const grant = sealedGrant.parse(JSON.parse(context.secrets.open(waiting.grant, placeOfConsent('grant', waiting))));
    const fault = findScopeFault(context, waiting.platform, grant);
    return fault ?? storeGrant(tx, context, { ...waiting, ...workspace }, grant);
  });
  if (finished instanceof AppError) throw finished;
  publishNotification(context, finished.notification);
  return finished;
};
