import type { CustomLead } from '#shared/contracts/customLeads.ts';
import type { CustomLeadRow } from './customLeadList.store.ts';

/** Converts only the times: the columns already have the names of the contract. */
export const presentCustomLead = ({ createdAt, updatedAt, ...row }: CustomLeadRow): CustomLead => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
