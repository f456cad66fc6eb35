import * as z from 'zod/mini';
import { byLeadPlatform, platformNames, platformFacts } from '../platforms.ts';
import type { LeadPlatformId } from '../platforms.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { pageFields, pageQuery, searchQuery } from './paging.ts';

/** A stored lead. `createdAt`: when the form was sent. `updatedAt`: last change of the stored lead. */
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

/** Stored leads, newest first. Readable without a grant. */
export const listLeads = byLeadPlatform(listOf);

/** Answers to one question. Multiple choice gives several values. */
const answer = z.object({ name: z.string(), values: z.array(z.string()) });
export type LeadAnswer = z.infer<typeof answer>;

/** A lead as sent by the Meta lead service. Fields that Meta leaves out are missing here. */
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
 * Reads the forms of the connected Pages first (at most once a minute), then returns their leads: without parameters
 * all of them, up to `formLeadsLimit`. The paging keys are in `data` and next to it.
 */
export const listFacebookLeads = defineEndpoint({
  method: 'GET',
  path: '/ads/facebook/leads',
  access: 'user',
  summary: 'Leads of the Facebook lead forms with all their answers, newest first',
  query: pageQuery,
  response: z.object({ ...pageFields, data: z.object(formLeadPage) }),
});
