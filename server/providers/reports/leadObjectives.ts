import type { PlatformId } from '#shared/platforms.ts';

/**
 * Objectives of campaigns whose lead forms Leadlight collects, in the platform's words: Meta's `objective`, TikTok's
 * `objective_type`. Leads of Google are not collected.
 */
export const leadObjectives: Readonly<Record<PlatformId, readonly string[]>> = {
  google: [],
  facebook: ['OUTCOME_LEADS', 'LEAD_GENERATION'],
  tiktok: ['LEAD_GENERATION'],
};
