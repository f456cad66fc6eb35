const importedColumns = ['name', 'email', 'phone', 'record', 'search_text'].map((column) => `public.leads.${column}`);

/** Recognize leads of the same person. */
const contactColumns = ['public.lead_contacts.email_key', 'public.lead_contacts.phone_key'];

/** The columns that may hold personal data. */
export const ownColumns: Record<string, readonly string[]> = {
  account: ['public.users.name', 'public.users.email'],
  formLead: [
    ...['answers', 'email', 'name', 'phone', 'search_text'].map((column) => `public.leads.${column}`),
    ...contactColumns,
    // The search term of an exported list.
    'public.exports.source',
  ],
  // The rows of an unfinished import are in batches.
  importedLead: [...importedColumns, ...contactColumns, 'public.custom_lead_batches.rows'],
  // A row without an id is known by its contact.
  sheetLead: [...importedColumns, ...contactColumns, 'public.leads.identity'],
  exportedRow: ['public.export_chunks.rows'],
  sheet: [
    'public.sheet_syncs.document_id',
    'public.sheet_syncs.url',
    // Identify the rows of a sheet in the next sync, and its cells that have not changed.
    'public.leads.identity',
    'public.leads.seen',
    'public.notifications.payload',
    'public.idempotency_keys.answer',
  ],
  idempotencyKey: ['public.idempotency_keys.key'],
};
