import { messages } from '#shared/messages.ts';
import { pause } from '#server/providers/retry.ts';
import type { PlatformCall } from '../AdPlatform.ts';
import { ProviderError } from '../ProviderError.ts';
import { silos } from './leadApi.ts';
import type { ExportOrder, Silo, TikTokLeadApi } from './leadApi.ts';

/** Pauses between two questions after an export: longer each time. */
const firstPauseMs = 500;
const longestPauseMs = 10_000;
const pauseGrowth = 2;

/** An export that is not done by then is asked for anew at another time. */
const patienceMs = { interactive: 30_000, background: 5 * 60_000 } as const;

/** A failed export is begun once more. */
const tasksPerExport = 2;

type LeadFile = { silo: Silo; bytes: Buffer };

/**
 * The files with the leads of a form, one from each silo. TikTok: nothing says where the people of a form live, so every
 * silo is asked, at the same time, since almost all of it is waiting.
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
    // When one has failed, the others are not asked after any longer.
    others.abort();
  }
};

/** The same files one after another, for a caller that stops when it has found its leads. */
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

/** Begins a task and waits for its end; null when it failed. */
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
