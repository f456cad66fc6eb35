import type { SheetSync } from '#shared/contracts/sheetSyncs.ts';
import { sheetSyncTypeNames, sheetSyncTypes } from '#shared/sheetSyncTypes.ts';

/** The record's id from either of its two fields, or null. */
export const idOf = (sync: Partial<Pick<SheetSync, '_id' | 'id'>>): string | null => sync._id || sync.id || null;

/** The badge of a type. Unknown types are shown unchanged. */
export const badgeOf = ({ type }: { type: string }): string => {
  const known = sheetSyncTypes.find((each) => each === type);
  return known ? sheetSyncTypeNames[known].badge : type;
};
