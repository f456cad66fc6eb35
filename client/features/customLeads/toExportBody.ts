import type { CustomLead } from '#shared/contracts/customLeads.ts';

/** What this screen posts to be exported: the rows by their index, without what belongs to the record. */
export const toExportBody = (rows: readonly CustomLead[]): Record<string, unknown> =>
  Object.fromEntries(
    rows.map(({ updatedAt: _updatedAt, createdAt: _createdAt, _id, ...values }, index) => [index, values]),
  );
