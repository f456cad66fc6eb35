import type { SandboxClock } from '../../support/clock.ts';
import { TikTokError } from '../TikTokError.ts';
import type { ExportFile } from './exportFile.ts';
import type { Region } from './leadStore.ts';

export type ExportTask = {
  readonly id: string;
  readonly advertiserId: string;
  readonly formId: string;
  readonly region: Region;
  readonly file: ExportFile;
  readonly startedAt: number;
  /** Milliseconds between states. */
  readonly stepMs: number;
  readonly fails: boolean;
};

export type ExportTaskState = 'CREATED' | 'RUNNING' | 'SUCCEED' | 'FAILED';

/** Sets the behavior of future tasks. */
export type ExportTaskPlan = { stepMs: number; fail: number; zipAboveBytes: number };

export type ExportTasks = ReturnType<typeof createExportTasks>;

const firstTaskNumber = 555;
/** TikTok: lifetime of a file. */
const fileLifetimeMs = 10 * 60_000;
/** TikTok: larger files are zipped. */
const zipAboveBytes = 10 * 1024 * 1024;

const noTask = (): TikTokError => new TikTokError(40007, 'The task does not exist or its file has expired.');

/** Export tasks of a sandbox run. */
export const createExportTasks = (clock: SandboxClock) => {
  const tasks = new Map<string, ExportTask>();
  const plan: ExportTaskPlan = { stepMs: 150, fail: 0, zipAboveBytes: zipAboveBytes };

  const stateOf = ({ startedAt, stepMs, fails }: ExportTask): ExportTaskState => {
    const age = clock.now() - startedAt;
    if (age < stepMs) return 'CREATED';
    if (age < 2 * stepMs) return 'RUNNING';
    return fails ? 'FAILED' : 'SUCCEED';
  };

  return {
    plan,
    stateOf,

    create(order: Pick<ExportTask, 'advertiserId' | 'formId' | 'region' | 'file'>): ExportTask {
      const id = `7400000000${String(firstTaskNumber + tasks.size).padStart(9, '0')}`;
      const task = { ...order, id, startedAt: clock.now(), stepMs: plan.stepMs, fails: plan.fail > 0 };
      if (plan.fail > 0) plan.fail -= 1;
      tasks.set(id, task);
      return task;
    },

    /** TikTok: a task exists only in the region for which it was created. */
    require(id: string, advertiserId: string, region: Region): ExportTask {
      const task = tasks.get(id);
      if (task?.advertiserId !== advertiserId || task.region !== region) throw noTask();
      return task;
    },

    requireFile(task: ExportTask): ExportFile {
      const state = stateOf(task);
      if (state === 'FAILED') throw new TikTokError(40200, 'The task failed.');
      if (state !== 'SUCCEED') throw new TikTokError(40201, 'The task is not ready.');
      if (clock.now() - task.startedAt - 2 * task.stepMs > fileLifetimeMs) throw noTask();
      return task.file;
    },
  };
};
