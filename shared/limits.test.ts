import { expect, test } from 'vitest';
import {
  counterAnimation,
  dateLimits,
  footer,
  landingCounters,
  pageSizes,
  paginationNeighbors,
  passwordMinLength,
  popupSize,
  searchDebounceMs,
  socketLimits,
  toastLimits,
} from './limits.ts';

test('limits match the specification', () => {
  expect({
    passwordMinLength,
    toast: [toastLimits.durationMs, toastLimits.visible, toastLimits.widthPx, toastLimits.gapPx],
    footer,
    pages: [
      pageSizes.preview,
      pageSizes.leads,
      pageSizes.customLeads,
      pageSizes.customLeadsPreview,
      pageSizes.sheetSyncs,
    ],
    searchDebounceMs,
    paginationNeighbors,
    dates: [dateLimits.defaultRangeDaysBack, dateLimits.earliestYearsBack],
    counters: landingCounters.map(({ target }) => target),
    counterAnimation,
    socket: [socketLimits.reconnectDelayMs, socketLimits.reconnectDelayMaxMs, socketLimits.connectTimeoutMs],
    popupSize,
  }).toEqual({
    passwordMinLength: 6,
    toast: [4000, 3, 356, 14],
    footer: { copyrightYear: 2025, version: '1.0.0' },
    pages: [10, 50, 5, 3, 1],
    searchDebounceMs: 1000,
    paginationNeighbors: 2,
    dates: [6, 2],
    counters: [1200, 45_000, 320],
    counterAnimation: { steps: 50, stepMs: 50 },
    socket: [1000, 5000, 20_000],
    popupSize: { width: 500, height: 600 },
  });
});
