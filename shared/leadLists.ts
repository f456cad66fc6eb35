import { leadPlatformIds } from './platforms.ts';

/** Where a lead is stored: the list of a platform, or the imported list. */
export const leadLists = [...leadPlatformIds, 'custom'] as const;
export type LeadList = (typeof leadLists)[number];
