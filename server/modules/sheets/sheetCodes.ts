import type { AppContext } from '#server/AppContext.ts';
import type { SheetOwner } from './sheetOwners.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** A code is shown for one period and is valid until the end of the next. */
const periodMs = 30 * 60_000;
/** The 32 characters encode five bits each. Letters that look like digits are left out. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 10;

export type SheetCodes = { newest: string; valid: string[]; expiresAt: Date };

/**
 * Codes that prove edit access to a sheet. Nothing is stored: a code is computed from the workspace, the sheet, its
 * owner and the time. So it is invalid for another workspace or sheet, and after the owner changes.
 */
export const sheetCodes = (
  secrets: AppContext['secrets'],
  { workspaceId, owner }: { workspaceId: WorkspaceId; owner: SheetOwner },
  now: Date,
): SheetCodes => {
  const period = Math.floor(now.getTime() / periodMs);
  const codeOf = (each: number): string => {
    const bound = ['sheet code', workspaceId, owner.documentId, owner.workspaceId, owner.claimedAt.toISOString(), each];
    const digest = secrets.sign(JSON.stringify(bound)).subarray(0, codeLength);
    const characters = Array.from(digest, (byte) => alphabet.charAt(byte % alphabet.length)).join('');
    // The prefix keeps Google Sheets from parsing the code as a number or a date.
    return `LEAD-${characters.slice(0, codeLength / 2)}-${characters.slice(codeLength / 2)}`;
  };
  return {
    newest: codeOf(period),
    valid: [codeOf(period), codeOf(period - 1)],
    expiresAt: new Date((period + 2) * periodMs),
  };
};
