import type { Env } from './env.ts';

/**
 * The public sheet in every sandbox. It is defined here, so that an install without a sandbox need not load the
 * sandbox.
 */
export const sampleSheetId = 'sandbox-leads-public-0001';

/** A sheet that people can import to try imports; null outside the sandbox. */
export const sampleSheetUrl = ({
  SANDBOX,
  GOOGLE_DOCS_URL,
}: Pick<Env, 'SANDBOX' | 'GOOGLE_DOCS_URL'>): string | null =>
  SANDBOX ? `${GOOGLE_DOCS_URL}/spreadsheets/d/${sampleSheetId}/edit` : null;
