import { readSpreadsheets } from '#testing/sandbox/sandboxControl.ts';
import type { SandboxSpreadsheet } from '#testing/sandbox/sandboxControl.ts';
import { awaitExport } from '#lab/faults/exports.ts';
import type { Member } from './strangers.ts';

/** Waits for an export and returns its only sheet. */
export const sheetOfExport = async (
  sandboxUrl: string,
  member: Member,
  exportId: string,
): Promise<SandboxSpreadsheet['sheets'][number]> => {
  await awaitExport(member, exportId, 'complete', 60_000);
  const made = await readSpreadsheets({ url: sandboxUrl });
  const [sheet, ...others] = made
    .filter(({ appProperties }) => Object.values(appProperties).includes(exportId))
    .flatMap(({ sheets }) => sheets);
  if (!sheet || others.length > 0) throw new Error(`The export has created ${others.length + (sheet ? 1 : 0)} sheets`);
  return sheet;
};
