import type { QueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { offerUndo } from '#client/components/toasts/offerUndo.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { changeLead } from '#shared/contracts/leadWork.ts';
import type { LeadDetail, WorkedLead } from '#shared/contracts/leadWork.ts';
import { messages } from '#shared/messages.ts';

export type Change = BodyOf<typeof changeLead>;

/** The fields of a change that a row shows, and the kinds of their entries. */
const shownFields = { statusId: 'status', assigneeId: 'assignee', tags: 'tags', value: 'value' } as const;
type ShownField = keyof typeof shownFields;

const fieldsOf = (change: Change): ShownField[] =>
  (Object.keys(shownFields) as ShownField[]).filter((field) => change[field] !== undefined);

/** The fields of a change, as they are in the lead or in the change. */
export const pickChanged = (change: Change, from: Partial<Pick<WorkedLead, ShownField>>): Change =>
  Object.fromEntries(fieldsOf(change).map((field) => [field, from[field]]));

/** A lead as its open panel shows it, else as the list does. */
export const shownLead = (client: QueryClient, id: string): WorkedLead | undefined => {
  const [panel] = client.getQueriesData<LeadDetail>({ queryKey: queryKeys.leadWork.detail(id), type: 'active' });
  const lists = client.getQueriesData<{ data: WorkedLead[] }>({ queryKey: queryKeys.leadWork.lists, type: 'active' });
  return panel?.[1] ?? lists.flatMap(([, page]) => page?.data ?? []).find((lead) => lead.id === id);
};

/** Shows changed fields of a lead in its panel and in every list. */
export const showLead = (client: QueryClient, id: string, changed: Partial<WorkedLead>): void => {
  client.setQueriesData<{ data: WorkedLead[] }>(
    { queryKey: queryKeys.leadWork.lists },
    (page) => page && { ...page, data: page.data.map((lead) => (lead.id === id ? { ...lead, ...changed } : lead)) },
  );
  client.setQueryData(queryKeys.leadWork.detail(id), (detail) => detail && { ...detail, ...changed });
};

/** @param version the version that the change is based on; undefined for a note */
export const sendChange = (id: string, body: Change, version: number | undefined) =>
  call(changeLead, {
    params: { id },
    body,
    ...(version === undefined ? {} : { headers: { 'If-Match': `"${version}"` } }),
  });

/** Reports a saved change with an undo. A note cannot be undone. */
export const offerLeadUndo = (client: QueryClient, before: WorkedLead, change: Change, after: LeadDetail): void => {
  const [field] = fieldsOf(change);
  if (field === undefined || change.note !== undefined) return;
  const { id } = before;
  const name = before.name || 'The lead';
  const kind = shownFields[field];
  // A status other than Won removes the value.
  const value = change.statusId !== undefined && before.value !== null ? { value: before.value } : {};
  const takeBack = async (): Promise<void> => {
    try {
      const body = { ...pickChanged(change, before), ...value, isUndo: true } as const;
      const { data } = await sendChange(id, body, after.version);
      showLead(client, id, data);
      notify.success(`${name} is as before`, { id: `lead ${id}` });
    } catch (error) {
      notify.failure(error, messages.leadWork.changeFailed);
    }
    void client.invalidateQueries({ queryKey: queryKeys.leadWork.all });
  };
  const text = after.entries.find((entry) => entry.kind === kind)?.after ?? null;
  const message = text === null ? `${name}: ${kind} removed` : `${name}: ${kind} is now ${text}`;
  offerUndo(message, { id: `lead ${id}`, undo: () => void takeBack() });
};
