import { messages } from '#shared/messages.ts';
import { pause } from '#server/providers/calls/retry.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { silos } from './leadApi.ts';
import type { ExportOrder, Silo, TikTokLeadApi } from './leadApi.ts';

/** Pauses between polls of an export, growing each time. */
const firstPauseMs = 500;
const longestPauseMs = 10_000;
const pauseGrowth = 2;

/** An unfinished export is requested again at another time. */
const patienceMs = { interactive: 30_000, background: 5 * 60_000 } as const;

/** A failed export is started once more. */
const tasksPerExport = 2;

type LeadFile = { silo: Silo; bytes: Buffer };

/**
 * Lead files of a form, one per silo. TikTok: does not say where the people of a form live, so all silos are asked in
 * parallel; almost all of the time is waiting.
 */
export const exportLeads = async (
  api: TikTokLeadApi,
  call: PlatformCall,
  form: Omit<ExportOrder, 'silo'>,
): Promise<LeadFile[]> => {
  const others = new AbortController();
  const signal = call.signal ? AbortSignal.any([call.signal, others.signal]) : others.signal;
  try {
    return await Promise.all(
      silos.map(async (silo) => ({ silo, bytes: await exportSilo(api, { ...call, signal }, { ...form, silo }) })),
    );
  } finally {
    // After one failure, stop polling the others.
    others.abort();
  }
};

/** The same files one by one, for callers that stop when they have found their leads. */
export async function* exportOneByOne(
  api: TikTokLeadApi,
  call: PlatformCall,
  form: Omit<ExportOrder, 'silo'>,
  firstSilo: string | null,
): AsyncGenerator<LeadFile> {
  for (const silo of silos.toSorted((a, b) => Number(b === firstSilo) - Number(a === firstSilo)))
    yield { silo, bytes: await exportSilo(api, call, { ...form, silo }) };
}

const exportSilo = async (api: TikTokLeadApi, call: PlatformCall, order: ExportOrder): Promise<Buffer> => {
  const deadline = performance.now() + patienceMs[call.patience];
  for (let tries = 1; tries <= tasksPerExport; tries += 1) {
    const taskId = await finishTask(api, call, order, deadline);
    if (taskId !== null) return api.downloadFile(call, order, taskId);
  }
  throw exportError('lead-task-failed');
};

/** Starts a task and waits for it; null when it failed. */
const finishTask = async (
  api: TikTokLeadApi,
  call: PlatformCall,
  order: ExportOrder,
  deadline: number,
): Promise<string | null> => {
  let task = await api.createTask(call, order);
  const { task_id: taskId } = task;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * pauseGrowth, longestPauseMs)) {
    if (task.status === 'SUCCEED') return taskId;
    if (task.status === 'FAILED') return null;
    if (performance.now() + pauseMs > deadline) throw exportError('lead-task-slow');
    await pause(pauseMs, call.signal);
    task = await api.readTask(call, order, taskId);
  }
};

const exportError = (providerCode: string): ProviderError =>
  new ProviderError('tiktok', {
    outcome: 'retry',
    userMessage: messages.platform.unavailable('tiktok'),
    providerCode,
  });
