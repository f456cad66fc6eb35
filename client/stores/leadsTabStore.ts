import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { leadsTabs } from '#client/lib/address/leadsAddress.ts';
import { isRecord } from '#client/lib/isRecord.ts';
import { localStorageOf } from './localStorageOf.ts';

export type LeadsTab = (typeof leadsTabs)[number];

type LeadsTabState = { tab: LeadsTab };

const keepKnown = (stored: unknown): LeadsTabState => ({
  tab: leadsTabs.find((tab) => isRecord(stored) && stored['tab'] === tab) ?? 'all',
});

/** The tab that Leads opens with, kept in local storage: the last chosen one. */
export const useLeadsTabStore = create<LeadsTabState>()(
  persist((): LeadsTabState => ({ tab: 'all' }), {
    name: 'persist:leadsTab',
    storage: localStorageOf<LeadsTabState>(),
    merge: keepKnown,
    migrate: keepKnown,
  }),
);
