import type { AdAccount } from '#shared/contracts/adAccounts.ts';

/** The account's name: `descriptiveName` for Google, `name` for the others. Falls back to the id. */
export const accountName = ({ id, name, descriptiveName }: AdAccount): string =>
  descriptiveName?.trim() || name?.trim() || id;
