import type { CustomLead } from '#shared/contracts/customLeads.ts';
import { isoInstant } from '#server/database/isoInstant.ts';
import type { ListedLead } from '#server/modules/leads/store/leadList.store.ts';
import { toValues } from './leadRecord.ts';

/** An imported lead as its file gave it. */
export const presentCustomLead = ({ leadId, record, importedAt, updatedAt }: ListedLead): CustomLead => ({
  ...toValues(record ?? {}),
  _id: leadId,
  createdAt: isoInstant(importedAt ?? updatedAt),
  updatedAt: isoInstant(updatedAt),
});
