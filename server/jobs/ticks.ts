import type { AppContext } from '#server/AppContext.ts';
import { importTick } from '#server/modules/leads/imported/customLeads.handlers.ts';
import { findingTick } from '#server/modules/findings/runs/findFindings.handler.ts';
import { insightTick } from '#server/modules/ads/days/readInsights.handler.ts';
import { leadReadTick } from '#server/modules/leads/collect/reconcile/reconcileLeads.handler.ts';
import { sheetSyncTick } from '#server/modules/sheets/syncs/sheetSyncs.handlers.ts';
import { clockTick } from './clockTick.ts';
import type { Tick } from './startTicker.ts';

/** Checks that workers run between jobs. */
export const ticks = (context: AppContext): Tick[] => [
  clockTick(context),
  insightTick(context),
  findingTick(context),
  leadReadTick(context),
  sheetSyncTick(context),
  importTick(context),
];

/** Longest delay before a due record is found. */
export const tickIntervalMs = 1_000;
