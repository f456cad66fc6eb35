import * as z from 'zod/mini';
import { sheetUrlField } from './customLeads.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant, messageResponse } from './fields.ts';

/** A private Google Sheet that the service account reads only for this person. */
const privateSheet = z.object({
  /** Google's document id. */
  id: z.string(),
  url: z.string(),
  claimedAt: instant,
});
export type PrivateSheet = z.infer<typeof privateSheet>;

const body = z.object({ url: sheetUrlField });

export const listPrivateSheets = defineEndpoint({
  method: 'GET',
  path: '/private-sheets',
  access: 'user',
  summary: 'Private sheets that are read for this person alone, newest first, at most 100',
  response: z.object({ data: z.array(privateSheet) }),
});

export const releasePrivateSheet = defineEndpoint({
  method: 'DELETE',
  path: '/private-sheets/:id',
  access: 'owner',
  summary: 'Let the next person who asks for a private sheet have it; refused while the sheet is kept in sync',
  params: z.object({ id: z.string() }),
  response: messageResponse,
});

export const showSheetCode = defineEndpoint({
  method: 'POST',
  path: '/private-sheets/code',
  access: 'owner',
  summary: 'The code that proves, in any cell of a sheet, that this person can edit the sheet',
  body,
  response: z.object({ data: z.object({ code: z.string(), expiresAt: instant }) }),
});

export const takeOverSheet = defineEndpoint({
  method: 'POST',
  path: '/private-sheets/take-over',
  access: 'owner',
  summary: 'Look for the code in the sheet; once it is there, the sheet is read for this person and for nobody else',
  body,
  response: messageResponse,
});
