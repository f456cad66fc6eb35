import { isRecord } from '#client/lib/isRecord.ts';
import type { AdAccount } from '#shared/contracts/adAccounts.ts';
import { isPlatformId } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

/** Passed from a Connect screen to the preview in the navigation state. */
export type PreviewState = {
  /** The account list as received. */
  accounts: AdAccount[];
  /** Ids of the selected accounts. */
  selected: string[];
  platform: PlatformId;
  /** The person who made the selection. The tab's history keeps the state even after another person signs in. */
  userId: string;
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const idOf = (value: unknown): string | null => textOf(isRecord(value) ? value['id'] : value) ?? null;

const toAccount = (value: unknown): AdAccount | null => {
  const id = idOf(value);
  if (id === null) return null;
  const fields = isRecord(value) ? value : {};
  return {
    id,
    name: textOf(fields['name']),
    descriptiveName: textOf(fields['descriptiveName']),
    currency: textOf(fields['currency']) ?? null,
    timeZone: textOf(fields['timeZone']) ?? null,
  };
};

const listOf = <Item>(value: unknown, read: (item: unknown) => Item | null): Item[] =>
  Array.isArray(value) ? value.map(read).filter((item) => item !== null) : [];

/**
 * Reads a navigation state of any shape or version, with the selection as ids or as accounts.
 *
 * @returns null if the state is invalid or belongs to another person
 */
export const readPreviewState = (state: unknown, userId: string): PreviewState | null => {
  if (!isRecord(state) || !isPlatformId(state['platform'])) return null;
  if (state['userId'] !== undefined && state['userId'] !== userId) return null;
  const selected = [...new Set(listOf(state['selected'], idOf))];
  const accounts = listOf(state['accounts'], toAccount);
  const known = new Set(accounts.map(({ id }) => id));
  const unlisted = selected.filter((id) => !known.has(id)).map(toAccount);
  return {
    accounts: [...accounts, ...unlisted.filter((account) => account !== null)],
    selected,
    platform: state['platform'],
    userId,
  };
};
