import * as z from 'zod/mini';
import { customLeadKeys } from '../customLeadColumns.ts';
import type { CustomLeadKey } from '../customLeadColumns.ts';
import { textLimits } from '../limits.ts';
import { messages } from '../messages.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { pageFields, searchQuery } from './paging.ts';

const text = z.string();
const values = z.object(
  Object.fromEntries(customLeadKeys.map((key) => [key, text])) as Record<CustomLeadKey, typeof text>,
);

/** A lead imported from a file or sheet. `id` comes from the file or sheet; `_id` is the record id. */
const customLead = z.extend(values, { _id: z.string(), createdAt: instant, updatedAt: instant });
export type CustomLead = z.infer<typeof customLead>;

const listFields = { ...pageFields, success: z.boolean() };

/** The paging keys are in `data` and next to it, for clients that read either level. */
export const listCustomLeads = defineEndpoint({
  method: 'GET',
  path: '/meta-custom-leads',
  access: 'user',
  summary: 'Imported leads, newest first',
  query: searchQuery,
  response: z.object({ ...pageFields, data: z.object({ data: z.array(customLead), ...listFields }) }),
});

/** A text chosen by the client, at most 40 characters, returned with each `import_progress`. */
export const importRefHeader = 'X-Import-Ref';

/**
 * Stores up to `importLimits.rows` rows in one call, all or none. A row with a known `id` updates that lead;
 * without an id, a known e-mail address or else phone number, with the same time if both have one. A missing or empty
 * value changes nothing, and a value that a person has edited is kept. Values are
 * converted to text; unknown keys are dropped. Beside the 22 columns, a row may have `answers`, an object of texts by
 * question, and `isTest` with the value true. Refusals repeat their text as `mesage`, a key that some clients read.
 */
export const saveCustomLeads = defineEndpoint({
  method: 'POST',
  path: '/meta-custom-leads',
  access: 'user',
  takesIdempotencyKey: true,
  namesNobody: true,
  summary: 'Store imported leads',
  messageAlias: 'mesage',
  body: z.object({ leads: z.array(z.record(z.string(), z.unknown())) }),
  response: z.object({
    message: z.string(),
    data: z.object({
      inserted: z.number(),
      /** Known leads, also those without a new value. */
      updated: z.number(),
      /** Rows without a new value. Every other row was inserted, or changed its lead. */
      unchanged: z.number(),
    }),
  }),
});

/** A pasted Google Sheet URL. Only the ids of the document and the tab are used. */
export const sheetUrlField = z
  .string(messages.sheets.invalidUrl)
  .check(
    z.trim(),
    z.minLength(1, { error: messages.sheets.invalidUrl, abort: true }),
    z.maxLength(textLimits.url, { error: messages.sheets.invalidUrl, abort: true }),
  );

/**
 * With `cells=true`, `rows` has the cells of the sheet as they stand, header included, and `data` is empty: the caller
 * finds out what the columns are.
 */
export const fetchGoogleSheet = defineEndpoint({
  method: 'GET',
  path: '/ads/fetch-google-sheet',
  access: 'user',
  summary: 'Rows of a shared Google Sheet as custom leads, to be looked at before they are stored',
  query: z.object({ url: sheetUrlField, cells: z.optional(z.literal('true')) }),
  response: z.object({ data: z.array(values), rows: z.optional(z.array(z.array(text))) }),
});
