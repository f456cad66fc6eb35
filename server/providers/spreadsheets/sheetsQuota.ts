import { hashSecret } from '#server/lib/ids.ts';
import type { Rate } from '../calls/callBudget.ts';
import type { Pacer } from '../calls/pacer.ts';
import type { PlatformCall } from '../calls/PlatformCall.ts';

/**
 * Google: 60 reads and 60 writes per minute and person, 300 per project. Burst plus even rate stay within a minute's
 * quota. An export needs a few reads and one write per chunk; up to twenty exports of a person start at once. The
 * service account reads sheets all day.
 */
const rates = {
  person: { read: { gapMs: 6_000, burst: 50 }, write: { gapMs: 3_000, burst: 40 } },
  serviceAccount: { read: { gapMs: 1_500, burst: 20 }, write: { gapMs: 1_500, burst: 20 } },
} as const satisfies Record<string, Record<'read' | 'write', Rate>>;
const projectRate: Rate = { gapMs: 232, burst: 40 };

/** Whose quota Google charges: the person of an access token, or the service account. */
export type SheetsCaller = { kind: 'person'; token: string } | { kind: 'serviceAccount' };

/** Waits until a call of the Sheets API may be made. */
export const takeSheetsTurn = async (
  pacer: Pacer,
  action: 'read' | 'write',
  caller: SheetsCaller,
  { patience, signal }: Pick<PlatformCall, 'patience' | 'signal'>,
): Promise<void> => {
  const name = caller.kind === 'person' ? hashSecret(caller.token) : 'service account';
  await pacer.takeTurn({ key: `sheets ${action} ${name}`, rate: rates[caller.kind][action], patience, signal });
  await pacer.takeTurn({ key: `sheets ${action}`, rate: projectRate, patience, signal });
};
