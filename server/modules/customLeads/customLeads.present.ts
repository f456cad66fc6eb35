import type { CustomLead } from '#shared/contracts/customLeads.ts';
import type { CustomLeadRow } from './customLeadList.store.ts';

/** The row is read under the names of the contract already; only its times are of another kind. */
export const presentCustomLead = ({ createdAt, updatedAt, ...row }: CustomLeadRow): CustomLead => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
