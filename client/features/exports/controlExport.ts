import { notify } from '#client/components/notify.ts';
import { ApiError } from '#client/lib/ApiError.ts';
import { call } from '#client/lib/apiClient.ts';
import { cancelExport, resumeExport } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { messages } from '#shared/messages.ts';
import { awaitEnd } from './awaitEnd.ts';
import { settleExport } from './exportEvents.ts';
import { noteExportChange } from './exportsStore.ts';
import { launchExport } from './launchExport.ts';

/** Stops an export and tells how that went. */
export const cancel = async (id: string): Promise<void> => {
  try {
    const { data } = await call(cancelExport, { params: { id } });
    settleExport(data);
  } catch (error) {
    noteExportChange();
    // It was ready a moment sooner, which its own notice tells.
    if (error instanceof ApiError && error.code === 'EXPORT_ENDED') return;
    notify.failure(error, messages.exports.cancelFailed);
  }
};

/** Goes on with an export where it stopped. */
export const resume = ({ id }: Pick<ExportRun, 'id'>): void =>
  launchExport({
    source: 'resume',
    id,
    send: () => call(resumeExport, { params: { id } }),
    onAnswer: ({ data }, ref) => awaitEnd(ref, data.id),
  });
