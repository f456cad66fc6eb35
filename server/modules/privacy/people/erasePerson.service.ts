import * as z from 'zod';
import { idempotencyKeyHours } from '#shared/limits.ts';
import type { AppContext } from '#server/AppContext.ts';
import { pollUntil } from '#server/lib/flow/pollUntil.ts';
import { notFound } from '#server/lib/failures/errors.ts';
import { newId } from '#server/lib/ids.ts';
import type { SecretBox } from '#server/lib/crypto/SecretBox.ts';
import type { SoughtPerson } from './matchPerson.ts';
import { erasePersonJob } from '#server/modules/privacy/privacy.jobs.ts';
import { findReceipt, insertReceipt } from '#server/modules/privacy/receipts.store.ts';
import type { ReceiptRow } from '#server/modules/privacy/receipts.store.ts';
import type { Member } from '#server/lib/http/Caller.ts';

/** How long a request waits for the deletion. The deletion continues afterwards. */
const waitMs = 8_000;

const soughtPerson = z.object({ email: z.nullable(z.string()), phone: z.nullable(z.string()) });
const placeOfPerson = (code: string): string => `erase-person.person:${code}`;

/** The person that a job searches for. */
export const openPerson = (secrets: SecretBox, code: string, sealed: string): SoughtPerson =>
  soughtPerson.parse(JSON.parse(secrets.open(sealed, placeOfPerson(code))));

const awaitReceipt = ({ db }: Pick<AppContext, 'db'>, code: string, signal: AbortSignal): Promise<ReceiptRow> => {
  const read = async (): Promise<ReceiptRow> => {
    const receipt = await findReceipt(db, code);
    if (!receipt) throw notFound();
    return receipt;
  };
  return pollUntil(read, { isEnough: ({ finishedAt }) => finishedAt !== null, waitMs, signal });
};

/** Receipts outlive idempotency keys, so an expired key belongs to a new request. */
const codeOfRequest = async (
  { db, clock }: Pick<AppContext, 'clock' | 'db'>,
  effectId: string | null,
): Promise<string> => {
  const earlier = effectId === null ? null : await findReceipt(db, effectId);
  const since = new Date(clock.now().getTime() - idempotencyKeyHours * 3_600_000);
  return effectId === null || (earlier && earlier.requestedAt < since) ? newId() : effectId;
};

/**
 * Requests the deletion of a person from all leads of the workspace, and waits a while for it. The job holds the person
 * encrypted, the receipt not at all.
 * @param effectId the receipt's code, so that a repeated request finds it
 */
export const requestErasure = async (
  context: Pick<AppContext, 'clock' | 'db' | 'jobs' | 'secrets'>,
  { userId, workspaceId }: Member,
  person: SoughtPerson,
  { effectId, signal }: { effectId: string | null; signal: AbortSignal },
): Promise<ReceiptRow> => {
  const { db, clock, jobs, secrets } = context;
  const code = await codeOfRequest(context, effectId);
  await db.transaction(async (tx) => {
    if (!(await insertReceipt(tx, { code, kind: 'person', userId, requestedAt: clock.now() }))) return;
    const sealed = secrets.seal(JSON.stringify(person), placeOfPerson(code));
    await jobs.enqueue(erasePersonJob, { workspaceId, code, person: sealed }, { transaction: tx, singletonKey: code });
  });
  return awaitReceipt(context, code, signal);
};
