import type { CustomLead } from '#shared/contracts/customLeads.ts';

/** The request body of an export: the rows by index, without record fields. */
export const toExportBody = (rows: readonly CustomLead[]): Record<string, unknown> =>
  Object.fromEntries(
    rows.map(({ updatedAt: _updatedAt, createdAt: _createdAt, _id, ...values }, index) => [index, values]),
  );
