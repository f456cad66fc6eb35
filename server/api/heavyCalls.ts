import { getActivity, listActivity, previewUndo, undoActivity } from '#shared/contracts/activity.ts';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { getCampaign, listCampaigns, tabulateCampaigns } from '#shared/contracts/campaigns.ts';
import { connectedAccounts, listConnections } from '#shared/contracts/connections.ts';
import { fetchGoogleSheet, listCustomLeads } from '#shared/contracts/customLeads.ts';
import { getPhoneCountry, listSamePerson, mergeLeads } from '#shared/contracts/duplicates.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { exportList, getExport, listExports } from '#shared/contracts/exports.ts';
import {
  getFinding,
  getInsightsSummary,
  listBudgets,
  listFindingCampaigns,
  listFindings,
} from '#shared/contracts/findings.ts';
import { changeLeads } from '#shared/contracts/leadBulk.ts';
import { listFacebookLeads, listLeads } from '#shared/contracts/leads.ts';
import {
  getLeadBoard,
  getLeadFacets,
  getLeadStatusUse,
  getWorkedLead,
  listLeadStatuses,
  listWorkedLeads,
} from '#shared/contracts/leadWork.ts';
import { listNewestNotifications, listNotifications } from '#shared/contracts/notifications.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import { listErasures } from '#shared/contracts/privacy.ts';
import { getResponseGoal, getResponseTimes } from '#shared/contracts/responses.ts';
import { listPrivateSheets } from '#shared/contracts/sheets.ts';
import { listSheetSyncRuns, listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';
import { listViews } from '#shared/contracts/views.ts';
import { listInvitations, listMembers, listWorkspaces } from '#shared/contracts/workspaces.ts';

type Call = Pick<Endpoint, 'method' | 'path'>;

/** Calls that take longer for workspaces with more data. They take turns, see `heavyTurns.ts`. */
export const heavyCalls: readonly Call[] = [
  getCampaign,
  getInsightsSummary,
  getLeadBoard,
  getLeadFacets,
  getLeadStatusUse,
  getOverview,
  getResponseTimes,
  listActivity,
  listBudgets,
  listCampaigns,
  listCustomLeads,
  listFacebookLeads,
  ...Object.values(listLeads),
  listFindingCampaigns,
  listFindings,
  listSamePerson,
  listWorkedLeads,
  previewUndo,
  tabulateCampaigns,
  // Writes that search the workspace's rows first, or block each other while holding a connection.
  changeLeads,
  exportList,
  mergeLeads,
  undoActivity,
];

/**
 * Reads of one record, or of a list with a fixed limit of rows, and reads that wait for a platform. A new GET call joins
 * one of the two lists; a test checks it.
 */
export const lightReads: readonly Call[] = [
  connectedAccounts,
  fetchGoogleSheet,
  getActivity,
  getExport,
  getFinding,
  getPhoneCountry,
  getResponseGoal,
  getWorkedLead,
  ...Object.values(listAdAccounts),
  listConnections,
  listErasures,
  listExports,
  listInvitations,
  listLeadStatuses,
  listMembers,
  listNewestNotifications,
  listNotifications,
  listPrivateSheets,
  listSheetSyncRuns,
  listSheetSyncs,
  listViews,
  listWorkspaces,
];
