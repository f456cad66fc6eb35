import { setTimeout } from 'node:timers/promises';
import type { AppContext } from '#server/AppContext.ts';
import { findExport, isFinished } from '#server/modules/exports/exports.store.ts';
import type { ExportRow } from '#server/modules/exports/exports.store.ts';

const firstPollMs = 100;
const slowestPollMs = 400;

/**
 * Polls an export until it has ended, for at most `waitMs`, or until the client has gone (`signal`). Its job may run on
 * any instance, so its row is read.
 */
export const awaitExport = async (
  context: Pick<AppContext, 'db'>,
  row: ExportRow,
  waitMs: number,
  signal: AbortSignal,
): Promise<ExportRow> => {
  const endsAt = performance.now() + waitMs;
  let latest = row;
  let lookMs = firstPollMs;
  while (!isFinished(latest) && !signal.aborted && performance.now() < endsAt) {
    await setTimeout(lookMs);
    lookMs = Math.min(lookMs * 1.5, slowestPollMs);
    latest = (await findExport(context.db, row)) ?? latest;
  }
  return latest;
};
