import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { customLeads, leads, leadWork } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { LeadList } from '#server/modules/leads/store/leadCounts.store.ts';
import type { LeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';

export type WorkedLeadRow = {
  list: LeadList;
  leadId: string;
  name: string;
  email: string;
  phone: string;
  formId: string | null;
  formName: string | null;
  campaignId: string | null;
  campaignName: string | null;
  createdAt: string;
  statusId: string;
  assigneeId: string | null;
  tags: string[] | null;
  amount: number | null;
  currency: string | null;
  respondedAt: string | null;
  activeAt: string | null;
  version: number | null;
};

/** Treats an empty imported text as unknown. */
const known = (column: 'form_id' | 'form_name' | 'campaign_id' | 'campaign_name'): SQL => {
  const name = sql.identifier(column);
  return sql`coalesce(l.${name}, nullif(c.${name}, ''))`;
};

/** The columns that a list shows, for leads joined with `completedFrom`. */
export const shownColumns = (step: LeadStep): SQL => sql`p.list, p.lead_id as "leadId",
  coalesce(l.name, c.name) as name, coalesce(l.email, c.email_address) as email, coalesce(l.phone, c.number) as phone,
  ${known('form_id')} as "formId", ${known('form_name')} as "formName", ${known('campaign_id')} as "campaignId",
  ${known('campaign_name')} as "campaignName", coalesce(l.created_at, c.created_at) as "createdAt",
  case p.list when 'custom' then ${step.of('custom', 'c')} else coalesce(w.status_id, ${step.firstId}::text) end as "statusId",
  w.assignee_id as "assigneeId", w.tags, w.amount::float8 as amount, w.currency, w.responded_at as "respondedAt",
  w.active_at as "activeAt", w.version`;

/** Joins lead keys (`list`, `lead_id`) with the stored leads and the work on them. */
export const completedFrom = (workspaceId: WorkspaceId, keys: SQL): SQL => sql`${keys} as p
  left join ${leads} as l on p.list <> 'custom'
    and l.workspace_id = ${workspaceId} and l.platform = p.list and l.lead_id = p.lead_id
  left join ${customLeads} as c on p.list = 'custom' and c.workspace_id = ${workspaceId} and c.id = p.lead_id
  left join ${leadWork} as w on w.workspace_id = ${workspaceId} and w.list = p.list and w.lead_id = p.lead_id`;
