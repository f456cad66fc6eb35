const customLeadColumns = ['name', 'email_address', 'number', 'project', 'search_text'].map(
  (column) => `public.custom_leads.${column}`,
);

/** Where personal data belongs; secrets belong nowhere. */
export const ownColumns: Record<string, readonly string[]> = {
  account: ['public.users.name', 'public.users.email'],
  formLead: [
    ...['answers', 'email', 'name', 'phone', 'search_text'].map((column) => `public.leads.${column}`),
    // What the person looked for when they exported the list.
    'public.exports.source',
  ],
  // Until all of an import is stored, its rows wait in batches.
  importedLead: [...customLeadColumns, 'public.custom_lead_batches.rows'],
  sheetLead: customLeadColumns,
  exportedRow: ['public.export_chunks.rows'],
  sheet: [
    'public.sheet_syncs.document_id',
    'public.sheet_syncs.url',
    // By it the rows of a sheet are known again.
    'public.custom_leads.identity',
    'public.notifications.payload',
    'public.idempotency_keys.answer',
  ],
  idempotencyKey: ['public.idempotency_keys.key'],
};
