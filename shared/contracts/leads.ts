import * as z from 'zod/mini';
import { byLeadPlatform, platformNames, platformFacts } from '../platforms.ts';
import type { LeadPlatformId } from '../platforms.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { pageFields, pageQuery, searchQuery } from './paging.ts';

/** A lead of the store: `createdAt` is when the form was sent, `updatedAt` when the stored lead last changed. */
const lead = z.object({
  leadId: z.string(),
  field_data: z.object({ 'full name': z.string(), email: z.string(), phone_number: z.string() }),
  formId: z.nullable(z.string()),
  formName: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
});
export type Lead = z.infer<typeof lead>;

const listResponse = z.object({ data: z.array(lead), ...pageFields });

const listOf = (platform: LeadPlatformId) =>
  defineEndpoint({
    method: 'GET',
    path: platformFacts[platform].leads.path,
    access: 'user',
    summary: `Stored leads of ${platformNames[platform]} lead forms, newest first`,
    query: searchQuery,
    response: listResponse,
  });

/** Stored leads, newest first, readable without a grant. */
export const listLeads = byLeadPlatform(listOf);

/** One question's answers; a question of several choices has several values. */
const answer = z.object({ name: z.string(), values: z.array(z.string()) });
export type LeadAnswer = z.infer<typeof answer>;

/** A lead in the words of the Meta lead service; what it left out is left out here. */
const formLead = z.object({
  id: z.string(),
  created_time: instant,
  pageId: z.string(),
  formId: z.string(),
  formName: z.string(),
  field_data: z.array(answer),
  ad_id: z.optional(z.string()),
  ad_name: z.optional(z.string()),
  adset_id: z.optional(z.string()),
  adset_name: z.optional(z.string()),
  campaign_id: z.optional(z.string()),
  campaign_name: z.optional(z.string()),
  is_organic: z.optional(z.boolean()),
  platform: z.optional(z.string()),
});
export type FormLead = z.infer<typeof formLead>;

const formLeadPage = { data: z.array(formLead), ...pageFields, success: z.boolean() };

/**
 * Reads the forms of the connected Pages first (at most once a minute), then answers with their leads: all of them
 * without parameters, up to `formLeadsLimit`. The paging keys stand in `data` and beside it.
 */
export const listFacebookLeads = defineEndpoint({
  method: 'GET',
  path: '/ads/facebook/leads',
  access: 'user',
  summary: 'Leads of the Facebook lead forms with all their answers, newest first',
  query: pageQuery,
  response: z.object({ ...pageFields, data: z.object(formLeadPage) }),
});
