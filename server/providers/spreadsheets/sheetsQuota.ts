import { hashSecret } from '#server/lib/ids.ts';
import type { Rate } from '../callBudget.ts';
import type { Pacer } from '../pacer.ts';
import type { PlatformCall } from '../AdPlatform.ts';

/**
 * Google: 60 reads and 60 writes a minute for each person, 300 for the project. The burst and the even rate of a minute
 * together stay within that: large bursts for a person, whose export writes many chunks in a row, and an even flow for
 * the project.
 */
const project: Rate = { gapMs: 220, burst: 25 };
const person: Record<'read' | 'write', Rate> = {
  read: { gapMs: 1_500, burst: 20 },
  write: { gapMs: 2_000, burst: 30 },
};

/** Waits until a call of the Sheets API may be made. @param token whoever the call counts for */
export const takeSheetsTurn = async (
  pacer: Pacer,
  kind: 'read' | 'write',
  token: string,
  { patience, signal }: Pick<PlatformCall, 'patience' | 'signal'>,
): Promise<void> => {
  await pacer.takeTurn({ key: `sheets ${kind} ${hashSecret(token)}`, rate: person[kind], patience, signal });
  await pacer.takeTurn({ key: `sheets ${kind}`, rate: project, patience, signal });
};
