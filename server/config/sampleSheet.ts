import type { Env } from './env.ts';

/** The public sheet that the sandbox has from the start. Here, so that an install without a sandbox does not load the sandbox. */
export const sampleSheetId = 'sandbox-leads-public-0001';

/** A sheet that people can import without one of their own; null outside the sandbox. */
export const sampleSheetUrl = ({
  SANDBOX,
  GOOGLE_DOCS_URL,
}: Pick<Env, 'SANDBOX' | 'GOOGLE_DOCS_URL'>): string | null =>
  SANDBOX ? `${GOOGLE_DOCS_URL}/spreadsheets/d/${sampleSheetId}/edit` : null;
