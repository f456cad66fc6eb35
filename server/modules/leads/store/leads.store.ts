import { sql } from '#server/database/drizzle.ts';
import type { LeadContact } from '#shared/lib/leadAnswers.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { Transaction } from '#server/database/Database.ts';
import type { leads } from '#server/database/schema.ts';
import { storableJson, storableText } from '#server/lib/storableText.ts';
import { contactKeysOf } from '#server/modules/leads/contacts/contactKeys.ts';
import type { CountryCode } from '#shared/leadFiles/cells/readCountry.ts';
import { lockContacts, readPhoneCountry, storeContacts } from '#server/modules/leads/contacts/leadContacts.store.ts';
import type { NewContact } from '#server/modules/leads/contacts/leadContacts.store.ts';
import { adoptImported } from './adoptImported.store.ts';
import { findErased, holdErasures } from './erasedLeads.store.ts';
import { addToLeadCount } from './leadCounts.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

export type LeadRow = typeof leads.$inferSelect;

/** A lead of a platform to be stored. */
export type NewLead = Pick<
  LeadRow,
  | 'leadId'
  | 'pageId'
  | 'formId'
  | 'formName'
  | 'adId'
  | 'adName'
  | 'adsetId'
  | 'adsetName'
  | 'campaignId'
  | 'campaignName'
  | 'isOrganic'
  | 'placement'
  | 'answers'
  | 'isTest'
> & {
  contact: LeadContact;
  /** When the form was sent; null when unknown: the time of storing is then used. */
  createdAt: Date | null;
};

export type StoredCounts = {
  inserted: number;
  updated: number;
  unchanged: number;
  /** Leads that are not stored, because they were erased or exceed the retention. */
  leftOut: number;
};

const leadsPerStatement = 1_000;

/**
 * Removes duplicate leads (the last lead wins) and sorts by id, so that transactions with the same leads cannot
 * deadlock.
 */
const inOrder = (leads: readonly NewLead[]): NewLead[] =>
  [...new Map(leads.map((lead) => [lead.leadId, lead])).values()].toSorted((a, b) =>
    a.leadId < b.leadId ? -1 : Number(a.leadId > b.leadId),
  );

const upsertBatch = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  platform: LeadPlatformId,
  batch: readonly NewLead[],
  now: Date,
): Promise<Omit<StoredCounts, 'leftOut'> & { stored: { leadId: string; createdAt: string }[] }> => {
  const adopted = await adoptImported(tx, workspaceId, platform, batch);
  const json = storableJson(batch.map(({ contact, ...lead }) => ({ ...lead, ...contact })));
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ isNew: boolean; leadId: string; createdAt: string }>(sql`
    with stored as (
    insert into leads (
      workspace_id, list, lead_id, source, page_id, form_id, form_name, ad_id, ad_name, adset_id, adset_name,
      campaign_id, campaign_name, is_organic, placement, answers, is_test, name, email, phone, created_at, updated_at
    )
    select
      ${workspaceId}, ${platform}, given."leadId", 'platform', given."pageId", given."formId", given."formName",
      given."adId", given."adName", given."adsetId", given."adsetName", given."campaignId", given."campaignName",
      given."isOrganic", given.placement, given.answers, given."isTest", given.name, given.email, given.phone,
      coalesce(given."createdAt", known.created_at, ${at}), ${at}
    from jsonb_to_recordset(${json}::jsonb) as given (
      "leadId" text, "pageId" text, "formId" text, "formName" text, "adId" text, "adName" text,
      "adsetId" text, "adsetName" text, "campaignId" text, "campaignName" text, "isOrganic" boolean, placement text,
      answers jsonb, "isTest" boolean, name text, email text, phone text, "createdAt" timestamptz
    )
    left join leads known
      on known.workspace_id = ${workspaceId} and known.list = ${platform} and known.lead_id = given."leadId"
    order by given."leadId"
    on conflict (workspace_id, list, lead_id) do update set
      source = excluded.source, page_id = excluded.page_id, form_id = excluded.form_id, form_name = excluded.form_name,
      ad_id = excluded.ad_id, ad_name = excluded.ad_name, adset_id = excluded.adset_id,
      adset_name = excluded.adset_name, campaign_id = excluded.campaign_id, campaign_name = excluded.campaign_name,
      is_organic = excluded.is_organic, placement = excluded.placement, answers = excluded.answers,
      is_test = excluded.is_test,
      name = excluded.name, email = excluded.email, phone = excluded.phone, created_at = excluded.created_at,
      updated_at = case when leads.imported_at is null then excluded.updated_at else leads.updated_at end,
      record = case when leads.imported_at is not null then leads.record end
    where leads.deleted_at is null
      and (
        leads.source, leads.page_id, leads.form_id, leads.form_name, leads.ad_id, leads.ad_name, leads.adset_id,
        leads.adset_name, leads.campaign_id, leads.campaign_name, leads.is_organic, leads.placement, leads.answers, leads.is_test,
        leads.name, leads.email, leads.phone, leads.created_at
      ) is distinct from (
        excluded.source, excluded.page_id, excluded.form_id, excluded.form_name, excluded.ad_id, excluded.ad_name,
        excluded.adset_id, excluded.adset_name, excluded.campaign_id, excluded.campaign_name, excluded.is_organic,
        excluded.placement, excluded.answers, excluded.is_test, excluded.name, excluded.email, excluded.phone, excluded.created_at
      )
    returning lead_id, created_at
    )
    -- The statement does not see its own inserts.
    select stored.lead_id as "leadId", stored.created_at as "createdAt", known.lead_id is null as "isNew"
    from stored left join leads known
      on known.workspace_id = ${workspaceId} and known.list = ${platform} and known.lead_id = stored.lead_id
  `);
  const inserted = rows.filter(({ isNew }) => isNew).length + adopted;
  return { inserted, updated: rows.length - inserted, unchanged: batch.length - rows.length, stored: rows };
};

/** The contact keys of stored leads. */
const contactsOf = (
  batch: readonly NewLead[],
  stored: readonly { leadId: string; createdAt: string }[],
  country: CountryCode | null,
): NewContact[] => {
  const given = new Map(batch.map((lead) => [storableText(lead.leadId), lead]));
  return stored.flatMap(({ leadId, createdAt }) => {
    const lead = given.get(leadId);
    return lead ? [{ leadId, arrivedAt: createdAt, ...contactKeysOf(lead, country) }] : [];
  });
};

/** Leaves out leads that must not be stored. The others cannot be erased before the transaction ends. */
const withoutErased = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  platform: LeadPlatformId,
  leads: readonly NewLead[],
  since: Date | null,
): Promise<NewLead[]> => {
  await holdErasures(tx, workspaceId);
  const ids = leads.map(({ leadId }) => storableText(leadId));
  const erased = await findErased(tx, workspaceId, platform, ids);
  return leads.filter(
    ({ leadId, createdAt }) =>
      !erased.has(storableText(leadId)) && (since === null || createdAt === null || createdAt >= since),
  );
};

/**
 * Stores leads of a platform. Can be repeated: a lead is identified by workspace, platform and lead id, and an unchanged
 * lead is not written. Erased leads are not stored again.
 * @param since the time before which leads are not kept; null keeps all leads
 */
export const upsertLeads = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  platform: LeadPlatformId,
  leads: readonly NewLead[],
  now: Date,
  since: Date | null = null,
): Promise<StoredCounts> => {
  const distinct = inOrder(leads);
  const sum: StoredCounts = { inserted: 0, updated: 0, unchanged: 0, leftOut: 0 };
  const country = await readPhoneCountry(tx, workspaceId);
  const contacts: NewContact[] = [];
  for (let start = 0; start < distinct.length; start += leadsPerStatement) {
    const given = distinct.slice(start, start + leadsPerStatement);
    const batch = await withoutErased(tx, workspaceId, platform, given, since);
    sum.leftOut += given.length - batch.length;
    if (batch.length === 0) continue;
    // Before the leads, like a deletion: otherwise, the two could wait for each other.
    await lockContacts(tx, workspaceId);
    const counts = await upsertBatch(tx, workspaceId, platform, batch, now);
    sum.inserted += counts.inserted;
    sum.updated += counts.updated;
    sum.unchanged += counts.unchanged;
    contacts.push(...contactsOf(batch, counts.stored, country));
  }
  await storeContacts(tx, workspaceId, platform, contacts);
  await addToLeadCount(tx, workspaceId, platform, sum.inserted, sum.updated > 0);
  return sum;
};
