import type { LeadList } from '#shared/leadLists.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leads, leadWork } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { LeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';

export type WorkedLeadRow = {
  list: LeadList;
  leadId: string;
  name: string;
  email: string;
  phone: string;
  isTest: boolean;
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

/** The columns that a list shows, for leads joined with `completedFrom`. */
export const shownColumns = (step: LeadStep): SQL => sql`p.list, p.lead_id as "leadId", l.name, l.email, l.phone,
  l.is_test as "isTest", l.form_id as "formId", l.form_name as "formName", l.campaign_id as "campaignId", l.campaign_name as "campaignName",
  l.created_at as "createdAt", ${step.of} as "statusId",
  w.assignee_id as "assigneeId", w.tags, w.amount::float8 as amount, w.currency, w.responded_at as "respondedAt",
  w.active_at as "activeAt", w.version`;

/** Joins lead keys (`list`, `lead_id`) with the stored leads and the work on them. */
export const completedFrom = (workspaceId: WorkspaceId, keys: SQL): SQL => sql`${keys} as p
  join ${leads} as l on l.workspace_id = ${workspaceId} and l.list = p.list and l.lead_id = p.lead_id
    and l.deleted_at is null
  left join ${leadWork} as w on w.workspace_id = ${workspaceId} and w.list = p.list and w.lead_id = p.lead_id`;
