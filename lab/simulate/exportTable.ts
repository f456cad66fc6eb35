import { exportSheetJob } from '#server/modules/exports/exports.jobs.ts';
import { percentile } from '#lab/faults/measure.ts';
import { disorderly, simulateExports } from './simulateExports.ts';
import type { ExportModel } from './simulateExports.ts';

/** Google's default quota for a project. */
const quota = { project: 300, person: 60 };
const secondsOfCall = 0.3;
/** An export's calls for finding the file and reading it back. */
const otherCalls = 4;
/** Rows, their writes (one for the layout, one per two megabytes), and exports per hour. */
const sizes = [
  { rows: '1,000', writes: 2, rates: [5_000, 7_500, 10_000] },
  { rows: '100,000', writes: 26, rates: [300, 600, 800] },
];
const workerCounts = [1, 4];
const simulated = 20_000;
const seed = 1;

const words = (seconds: number): string =>
  seconds < 90 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;

/** The exports per hour that the quota allows. */
export const mostPerHour = ({ writes, quota: { project } }: Pick<ExportModel, 'writes' | 'quota'>): number =>
  Math.floor((project / writes) * 60);

/** The exports per hour that the workers can run. */
const mostOfSlots = ({ slots, writes, writeSeconds, otherSeconds }: ExportModel): number =>
  (slots / (writes * writeSeconds + otherSeconds)) * 3_600;

export const modelOf = (writes: number, workers: number): ExportModel => ({
  quota,
  writes,
  slots: workers * exportSheetJob.concurrency,
  writeSeconds: secondsOfCall,
  otherSeconds: otherCalls * secondsOfCall,
});

/** The 95th percentile of the total time of an export: one row per size and rate, one column per number of workers. */
export const exportTable = (): string[][] => [
  ['rows', 'exports an hour', 'the quota allows', ...workerCounts.map((workers) => `workers: ${workers}`)],
  ...sizes.flatMap(({ rows, writes, rates }) =>
    rates.map((perHour) => {
      const most = mostPerHour({ writes, quota });
      const cells = workerCounts.map((workers) => {
        // Beyond the limit, the queue grows without end.
        const model = modelOf(writes, workers);
        if (perHour > Math.min(most, mostOfSlots(model))) return 'grows';
        const served = simulateExports(disorderly(simulated, perHour, seed), model);
        return words(
          percentile(
            served.map(({ at, endedAt }) => endedAt - at),
            0.95,
          ),
        );
      });
      return [rows, perHour.toLocaleString('en-US'), most.toLocaleString('en-US'), ...cells];
    }),
  ),
];
