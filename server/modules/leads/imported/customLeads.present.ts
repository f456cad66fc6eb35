import type { CustomLead } from '#shared/contracts/customLeads.ts';
import type { CustomLeadRow } from './customLeadList.store.ts';

/** The columns already have the names of the contract; only the times are converted. */
export const presentCustomLead = ({ createdAt, updatedAt, ...row }: CustomLeadRow): CustomLead => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
