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

/** A lead that was imported from a file or a sheet. `id` is the lead's own id from there, `_id` that of the record. */
const customLead = z.extend(values, { _id: z.string(), createdAt: instant, updatedAt: instant });
export type CustomLead = z.infer<typeof customLead>;

const listFields = { ...pageFields, success: z.boolean() };

/** The paging keys stand in `data` and beside it, for clients that read either level. */
export const listCustomLeads = defineEndpoint({
  method: 'GET',
  path: '/meta-custom-leads',
  access: 'user',
  summary: 'Imported leads, newest first',
  query: searchQuery,
  response: z.object({ ...pageFields, data: z.object({ data: z.array(customLead), ...listFields }) }),
});

/** A text of the client's choice, up to 40 characters, that comes back with each `import_progress`. */
export const importRefHeader = 'X-Import-Ref';

/**
 * Up to `importLimits.rows` rows in one call, all or none of them stored. A row with an `id` that is known renews that
 * lead. Values are made text; unknown keys are dropped. Refusals carry their text as `mesage` too, the key some clients read.
 */
export const saveCustomLeads = defineEndpoint({
  method: 'POST',
  path: '/meta-custom-leads',
  access: 'user',
  takesIdempotencyKey: true,
  summary: 'Store imported leads',
  messageAlias: 'mesage',
  body: z.object({ leads: z.array(z.record(z.string(), z.unknown())) }),
  response: z.object({
    message: z.string(),
    data: z.object({ inserted: z.number(), updated: z.number() }),
  }),
});

/** A pasted address of a Google Sheet; only the document's id and the tab's are ever used of it. */
export const sheetUrlField = z
  .string(messages.sheets.invalidUrl)
  .check(
    z.trim(),
    z.minLength(1, { error: messages.sheets.invalidUrl, abort: true }),
    z.maxLength(textLimits.url, { error: messages.sheets.invalidUrl, abort: true }),
  );

export const fetchGoogleSheet = defineEndpoint({
  method: 'GET',
  path: '/ads/fetch-google-sheet',
  access: 'user',
  summary: 'Rows of a shared Google Sheet as custom leads, to be looked at before they are stored',
  query: z.object({ url: sheetUrlField }),
  response: z.object({ data: z.array(values) }),
});
