import { call } from '#client/lib/api/apiClient.ts';
import { exportList } from '#shared/contracts/exports.ts';
import type { ExportSource } from '#shared/contracts/exports.ts';
import { launchExport } from './launchExport.ts';

type Selection = Omit<Extract<ExportSource, { list: 'allLeads' }>, 'list'>;

/** Exports the selected leads from all sources, or all leads that match a filter. */
export const exportSelectedLeads = (selection: Selection): void =>
  launchExport({ source: 'list', send: () => call(exportList, { body: { list: 'allLeads', ...selection } }) });
