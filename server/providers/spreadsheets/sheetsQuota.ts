import { hashSecret } from '#server/lib/ids.ts';
import type { Rate } from '../calls/callBudget.ts';
import type { Pacer } from '../calls/pacer.ts';
import type { PlatformCall } from '../calls/PlatformCall.ts';

/**
 * Google: 60 reads and 60 writes per minute and person, 300 per project. Burst plus even rate stay within a minute's
 * quota. An export needs a few reads and one write per chunk; up to twenty exports of a person start at once. The
 * service account reads sheets all day. One workspace uses at most three quarters of its rate, so that the burst comes
 * back for the others.
 */
const rates = {
  person: { read: { gapMs: 6_000, burst: 50 }, write: { gapMs: 3_000, burst: 40 } },
  workspace: { read: { gapMs: 2_000, burst: 8 }, write: { gapMs: 2_000, burst: 8 } },
  serviceAccount: { read: { gapMs: 1_500, burst: 20 }, write: { gapMs: 1_500, burst: 20 } },
} as const satisfies Record<string, Record<'read' | 'write', Rate>>;
const projectRate: Rate = { gapMs: 232, burst: 40 };

/** Whose quota Google charges: the person of an access token, or the service account, for a workspace. */
export type SheetsCaller = { kind: 'person'; token: string } | { kind: 'serviceAccount'; workspaceId: string };

/** Waits until a call of the Sheets API may be made. */
export const takeSheetsTurn = async (
  pacer: Pacer,
  action: 'read' | 'write',
  caller: SheetsCaller,
  { patience, signal }: Pick<PlatformCall, 'patience' | 'signal'>,
): Promise<void> => {
  const payer = caller.kind === 'person' ? hashSecret(caller.token) : caller.workspaceId;
  const take = (name: string, rate: Rate): Promise<number> =>
    pacer.takeTurn({ key: `sheets ${action}${name}`, payer, rate, patience, signal });
  if (caller.kind === 'serviceAccount') await take(` workspace ${payer}`, rates.workspace[action]);
  await take(caller.kind === 'person' ? ` ${payer}` : ' service account', rates[caller.kind][action]);
  await take('', projectRate);
};
