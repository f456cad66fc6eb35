import type { ExportState } from '#shared/contracts/exports.ts';

/** How an export ends; one that failed or was cancelled may be resumed and end again. */
export type ExportEnd = Extract<ExportState, 'complete' | 'failed' | 'cancelled'>;

export const exportEnds: readonly ExportState[] = ['complete', 'failed', 'cancelled'] satisfies ExportEnd[];

export const isUnderWay = (state: ExportState): boolean => !exportEnds.includes(state);
