import type { LeadKey } from '#server/modules/leads/work/leadKey.ts';
import { toPublicId } from '#server/modules/leads/work/leadKey.ts';
import type { ModelLead } from '#server/modules/leads/work/testing/workModel.ts';

/*
 * An in-memory model of all leads of a workspace: a plain array, and lists that filter and sort it. A test compares it
 * with what the API returns.
 */

/** The values of an imported row; a form lead has neither `status` nor `project`. */
export type Values = {
  name: string;
  email: string;
  phone: string;
  status: string;
  project: string;
  form: string;
  campaign: string;
};

export type Row = {
  values: Values;
  /** The id in the file. */
  id: string | null;
  /** The text in an imported row. */
  createdTime: string;
};

/** An entry that only the list model knows, besides those of the work. `other` is the lead that a merge names. */
type OtherEntry = { kind: 'edited' | 'merged' | 'separated'; other?: Lead };

/** A lead is never removed from the array. */
export type Lead = ModelLead & {
  /** Changes when a platform collects an imported lead. */
  key: LeadKey;
  values: Values;
  /** The imported row, as the list of imported leads shows it; null: not imported. */
  row: Row | null;
  /** The id by which an import finds the lead again; null: none. */
  identity: string | null;
  /** The arrival. */
  createdAt: number;
  importedAt: number | null;
  updatedAt: number;
  /** Values that a person has edited. No import overwrites them. */
  edited?: ReadonlySet<string>;
  /** The place in its import. */
  position: number;
  /** The import that added the lead. */
  addedBy: string | null;
  others: OtherEntry[];
  into: Lead | null;
  /** Null: the lead exists. */
  deletedBy: string | null;
};

export const statuses = ['new', 'contacted', 'won', 'lost'];

export const exists = ({ deletedBy }: Lead): boolean => deletedBy === null;
const isVisible = (lead: Lead): boolean => exists(lead) && lead.into === null;

export const stepOf = ({ work, arrived }: ModelLead): string => work.status ?? arrived;
const activeAt = ({ work }: Lead): number => Date.parse(work.activeAt);

type Order = (one: Lead, other: Lead) => number;
const ascending = <Value extends string | number>(one: Value, other: Value): number =>
  one < other ? -1 : Number(one > other);
const by =
  (...parts: Order[]): Order =>
  (one, other) =>
    parts.reduce((found, part) => found || part(one, other), 0);

const newest = by(
  (one, other) => ascending(other.createdAt, one.createdAt),
  (one, other) => ascending(one.key.list, other.key.list),
  (one, other) => ascending(one.position, other.position),
  (one, other) => ascending(other.key.leadId, one.key.leadId),
);

const newestImport = by(
  (one, other) => ascending(other.importedAt ?? 0, one.importedAt ?? 0),
  (one, other) => ascending(one.position, other.position),
  (one, other) => ascending(other.key.leadId, one.key.leadId),
);

export const sortings: Record<string, Order> = {
  arrival: newest,
  activity: by((one, other) => ascending(activeAt(other), activeAt(one)), newest),
  status: by((one, other) => ascending(statuses.indexOf(stepOf(other)), statuses.indexOf(stepOf(one))), newest),
};

const isOf = ({ key, row }: Lead, list: LeadKey['list']): boolean =>
  list === 'custom' ? row !== null : key.list === list;

/** The leads of a specified list, newest first: imported leads by import. It also shows merged leads. */
export const listOf = (leads: readonly Lead[], list: LeadKey['list']): Lead[] =>
  leads.filter((lead) => exists(lead) && isOf(lead, list)).toSorted(list === 'custom' ? newestImport : newest);

/** The texts that a search in a list compares. All leads and the lists of platforms compare the data of the platform. */
const searched = ({ key, values, row }: Lead, list: LeadKey['list']): string[] => {
  const own = [values.name, values.email, values.phone];
  if (!row) return [...own, key.leadId];
  const texts = [...own, row.id ?? '', row.values.project, values.campaign, values.form];
  const given = row.values;
  return list === 'custom' ? [...texts, given.name, given.email, given.phone, given.campaign, given.form] : texts;
};

export const contains = (lead: Lead, text: string, list = lead.key.list): boolean =>
  searched(lead, list).some((each) => each.toLowerCase().includes(text.toLowerCase()));

const rowOf = ({ key, position }: Lead): number => (key.list === 'custom' ? position : 0);

/** Whether an earlier lead of the same person exists that is not merged into this one. */
export const isRepeat = (leads: readonly Lead[], lead: Lead): boolean => {
  const place = by(
    (one, other) => ascending(one.createdAt, other.createdAt),
    (one, other) => ascending(rowOf(one), rowOf(other)),
    (one, other) => ascending(one.key.list, other.key.list),
    (one, other) => ascending(one.key.leadId, other.key.leadId),
  );
  const { email } = lead.values;
  return leads.some(
    (other) =>
      exists(other) && email !== '' && other.values.email === email && place(other, lead) < 0 && other.into !== lead,
  );
};

export type Filter = {
  list?: LeadKey['list'];
  status?: string;
  tag?: string;
  search?: string;
  form?: string;
  campaign?: string;
  duplicates?: 'true';
};

/** The leads of All leads that match a filter, unordered. */
export const chosen = (leads: readonly Lead[], filter: Filter): Lead[] => {
  const { list, status, tag, search, form, campaign } = filter;
  return leads.filter(
    (lead) =>
      isVisible(lead) &&
      (list === undefined || isOf(lead, list)) &&
      (status === undefined || stepOf(lead) === status) &&
      (tag === undefined || lead.work.tags.includes(tag)) &&
      (search === undefined || contains(lead, search)) &&
      (form === undefined || lead.values.form === form) &&
      (campaign === undefined || lead.values.campaign === campaign) &&
      (filter.duplicates === undefined || isRepeat(leads, lead)),
  );
};

/** What All leads shows of a lead. */
export const shown = (lead: Lead) => ({
  id: toPublicId(lead.key),
  name: lead.values.name,
  email: lead.values.email,
  phone: lead.values.phone,
  formName: lead.values.form || null,
  campaignName: lead.values.campaign || null,
  createdAt: new Date(lead.createdAt).toISOString(),
  statusId: stepOf(lead),
  tags: lead.work.tags,
  activeAt: lead.work.activeAt,
});
