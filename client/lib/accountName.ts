import type { AdAccount } from '#shared/contracts/adAccounts.ts';

/** Google calls it `descriptiveName`, the others `name`. Falls back to the id. */
export const accountName = ({ id, name, descriptiveName }: AdAccount): string =>
  descriptiveName?.trim() || name?.trim() || id;
