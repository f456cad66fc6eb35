import type { AppContext } from '#server/AppContext.ts';
import { pollUntil } from '#server/lib/flow/pollUntil.ts';
import { findExport, isFinished } from '#server/modules/exports/exports.store.ts';
import type { ExportRow } from '#server/modules/exports/exports.store.ts';

/**
 * Polls an export until it ends, `waitMs` is over, or the client disconnects (`signal`). It reads the row, because the
 * job may run on any instance.
 */
export const awaitExport = (
  context: Pick<AppContext, 'db'>,
  row: ExportRow,
  waitMs: number,
  signal: AbortSignal,
): Promise<ExportRow> =>
  pollUntil(async () => (await findExport(context.db, row)) ?? row, { isEnough: isFinished, waitMs, signal });
