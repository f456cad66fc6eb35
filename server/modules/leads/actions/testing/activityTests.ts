import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import type { BulkAction } from '#shared/contracts/leadBulk.ts';
import { changeLeads } from '#shared/contracts/leadBulk.ts';
import { changeLead, getWorkedLead, listWorkedLeads } from '#shared/contracts/leadWork.ts';
import { mergeLeads, unmergeLead } from '#shared/contracts/duplicates.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { LeadDetail, WorkedLead, WorkedLeadsQuery } from '#shared/contracts/leadWork.ts';
import { getActivity, listActivity, previewUndo, undoActivity } from '#shared/contracts/activity.ts';
import { sql } from '#server/database/drizzle.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { upsertLeads } from '#server/modules/leads/store/leads.store.ts';
import { newLead } from '#server/modules/leads/testing/newLead.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';

/** The API calls of a person who works on leads. */
export const actAs = (api: TestApi, person: Pick<TestPerson, 'token'>) => {
  const { token } = person;
  const read = async (id: string): Promise<LeadDetail> =>
    (await api.request(getWorkedLead, { token, params: { id } })).body.data;
  return {
    bulk: (selection: Pick<BodyOf<typeof changeLeads>, 'ids' | 'filter'>, action: BulkAction, headers = {}) =>
      api.request(changeLeads, { token, body: { ...selection, action }, headers }),
    preview: (id: string) => api.request(previewUndo, { token, params: { id } }),
    undo: (id: string) => api.request(undoActivity, { token, params: { id } }),
    activity: (id: string) => api.request(getActivity, { token, params: { id } }),
    activities: async () => (await api.request(listActivity, { token })).body.data,
    list: async (query: WorkedLeadsQuery = {}): Promise<WorkedLead[]> =>
      (await api.request(listWorkedLeads, { token, query: { limit: '100', ...query } })).body.data,
    read,
    change: (id: string, body: BodyOf<typeof changeLead>, version?: number) =>
      api.request(changeLead, {
        token,
        params: { id },
        body,
        headers: version === undefined ? {} : { 'If-Match': `"${version}"` },
      }),
    merge: async (into: string, from: string) => {
      const [one, other] = [await read(into), await read(from)];
      const body = { into, from: [{ id: from, version: other.version }] };
      return api.request(mergeLeads, { token, body, headers: { 'If-Match': `"${one.version}"` } });
    },
    separate: (id: string) => api.request(unmergeLead, { token, params: { id } }),
    save: (leads: Record<string, unknown>[], headers = {}) =>
      api.request(saveCustomLeads, { token, body: { leads }, headers }),
  };
};

/** Stores leads as a read of the platform would. */
export const storeLeads = (
  api: TestApi,
  workspaceId: WorkspaceId,
  platform: 'facebook' | 'tiktok',
  numbers: readonly number[],
) =>
  api.context.db.transaction((tx) =>
    upsertLeads(
      tx,
      workspaceId,
      platform,
      numbers.map((number) =>
        newLead(`${platform}-${number}`, {
          contact: { name: `${platform} ${number}`, email: `${platform}${number}@example.test`, phone: '' },
          createdAt: new Date(Date.UTC(2026, 10, 1, 0, number)),
        }),
      ),
      new Date(),
    ),
  );

/**
 * All stored lead data of a workspace, as text. Leaves out empty work, which equals missing work, and versions, which
 * only grow.
 */
export const readLeadState = async ({ context: { db } }: TestApi, workspaceId: WorkspaceId): Promise<string[]> => {
  const isOwn = sql`workspace_id = ${workspaceId}`;
  const { rows } = await db.execute<{ row: string }>(sql`
    select 'lead ' || to_jsonb(l)::text as row from leads l where ${isOwn}
    union all select 'event ' || to_jsonb(v)::text from lead_events v where ${isOwn}
    union all select 'form ' || form_id || left_out from lead_forms where ${isOwn}
    union all select 'entry ' || to_jsonb(e)::text from lead_entries e where ${isOwn}
    union all select 'contact ' || (to_jsonb(k) - 'is_repeat')::text from lead_contacts k where ${isOwn}
    union all select 'merge ' || to_jsonb(m)::text from lead_merges m where ${isOwn}
    union all select 'shown as ' || lead_id || merged_into from lead_work where ${isOwn} and merged_into is not null
    union all select 'count ' || list || total from lead_counts where ${isOwn} and total > 0
    union all select 'mark ' || hash from erased_leads where ${isOwn}
    union all select 'work ' || (to_jsonb(w) - 'version')::text from lead_work w where ${isOwn}
      and (status_id, assignee_id, amount, responded_at) is distinct from (null, null, null, null)
    union all select 'tags ' || lead_id || tags::text from lead_work where ${isOwn} and tags <> '{}'`);
  return rows.map(({ row }) => row).toSorted();
};
