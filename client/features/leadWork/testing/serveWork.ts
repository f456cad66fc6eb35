import type { FakeServer } from '#client/testing/FakeServer.ts';
import { pageOf } from '#client/testing/leadRows.ts';
import { listLeads } from '#shared/contracts/leads.ts';
import { listLeadStatuses } from '#shared/contracts/leadWork.ts';
import { getResponseGoal } from '#shared/contracts/responses.ts';
import { listViews } from '#shared/contracts/views.ts';
import { listMembers } from '#shared/contracts/workspaces.ts';
import { defaultLeadStatuses } from '#shared/leadStatuses.ts';

/** Serves the other requests of All leads: a new workspace with a single member. */
export const serveWork = (server: FakeServer): void => {
  server.on(listLeads.facebook, () => pageOf([], 1, 50));
  server.on(listLeadStatuses, () => ({ data: [...defaultLeadStatuses] }));
  server.on(listMembers, () => ({ data: [] }));
  server.on(listViews, () => ({ data: [] }));
  server.on(getResponseGoal, () => ({ data: { minutes: 60, officeHours: null, since: '2026-01-01T00:00:00.000Z' } }));
};
