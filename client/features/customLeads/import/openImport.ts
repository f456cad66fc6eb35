import { logError } from '#client/lib/log.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { ImportRefused } from './ImportRefused.ts';
import type {
  ImportOptions,
  ImportReply,
  ImportRequest,
  ImportResult,
  ImportSource,
  ImportSummary,
  ImportTask,
} from './importTasks.ts';

/** The rows of one file or sheet, held in a worker. Reading throws `ImportRefused`, or another error for faults. */
export type ImportReader = {
  /** Reads a file or sheet and replaces the previous rows. A failure keeps them. */
  read: (source: ImportSource, options: ImportOptions, onProgress?: (share: number) => void) => Promise<ImportSummary>;
  /** A page of the preview, counted from 1. */
  readPage: (page: number) => Promise<CustomLeadValues[]>;
  /** All rows that are no leads, as CSV. */
  buildLeftOut: () => Promise<Blob>;
  /** The request body that stores all rows. */
  buildBody: () => Promise<Blob>;
  /** Terminates the worker at once. Pending requests never settle. */
  close: () => void;
};

type Waiting = {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  onProgress: ((share: number) => void) | undefined;
};

export const openImport = (): ImportReader => {
  const worker = new Worker(new URL('./importWorker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  const handleReply = ({ data }: MessageEvent<ImportReply>): void => {
    const asked = waiting.get(data.id);
    if (data.state === 'progress') {
      asked?.onProgress?.(data.share);
      return;
    }
    waiting.delete(data.id);
    if (data.state === 'done') asked?.resolve(data.result);
    else asked?.reject(data.state === 'refused' ? new ImportRefused(data.refusal) : new Error(data.reason));
  };
  /** The worker failed to load or ran out of memory. */
  const handleFault = (): void => {
    logError('The worker that reads imports has failed');
    for (const { reject } of waiting.values()) reject(new Error('The worker has failed'));
    waiting.clear();
  };
  worker.addEventListener('message', handleReply);
  worker.addEventListener('error', handleFault);

  const ask = <Task extends ImportTask>(
    task: Task,
    onProgress?: (share: number) => void,
  ): Promise<ImportResult<Task>> => {
    lastId += 1;
    const request: ImportRequest = { id: lastId, task };
    return new Promise((resolve, reject) => {
      waiting.set(request.id, { resolve: resolve as Waiting['resolve'], reject, onProgress });
      worker.postMessage(request);
    });
  };

  return {
    read: (source, options, onProgress) => ask({ name: 'read', source, options }, onProgress),
    readPage: (page) => ask({ name: 'readPage', page }),
    buildLeftOut: () => ask({ name: 'buildLeftOut' }),
    buildBody: () => ask({ name: 'buildBody' }),
    close: () => worker.terminate(),
  };
};
