const customLeadColumns = ['name', 'email_address', 'number', 'project', 'search_text'].map(
  (column) => `public.custom_leads.${column}`,
);

/** The columns that may hold personal data. */
export const ownColumns: Record<string, readonly string[]> = {
  account: ['public.users.name', 'public.users.email'],
  formLead: [
    ...['answers', 'email', 'name', 'phone', 'search_text'].map((column) => `public.leads.${column}`),
    // The search term of an exported list.
    'public.exports.source',
  ],
  // The rows of an unfinished import are in batches.
  importedLead: [...customLeadColumns, 'public.custom_lead_batches.rows'],
  sheetLead: customLeadColumns,
  exportedRow: ['public.export_chunks.rows'],
  sheet: [
    'public.sheet_syncs.document_id',
    'public.sheet_syncs.url',
    // Identifies the rows of a sheet in the next sync.
    'public.custom_leads.identity',
    'public.notifications.payload',
    'public.idempotency_keys.answer',
  ],
  idempotencyKey: ['public.idempotency_keys.key'],
};
