import type { LeftOutReason } from '#shared/leadFiles/LeadReading.ts';

/** Reasons why a row is no lead. */
export const leftOutReasons: Record<LeftOutReason, string> = {
  header: 'Header',
  total: 'Total',
  caption: 'Title or footer',
  errors: 'Only errors',
};
