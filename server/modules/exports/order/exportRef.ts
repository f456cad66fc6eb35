import { exportRefOf } from '#shared/contracts/exports.ts';
import { messages } from '#shared/messages.ts';
import { isPlatformId } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { validationError } from '#server/lib/failures/errors.ts';

/** Identifies one click in its socket event and its POST. Posted rows of a lead list have no platform. */
export type ExportRef = { platform: PlatformId | null; ref: string };

const postedRows = 'rows';

/** Milliseconds since 1970 as text, e.g. `1795265051210`. */
const millisecondsPattern = /^\d{10,15}$/;

/**
 * Normalizes the time of a click from ISO 8601 or milliseconds.
 * @throws AppError 400
 */
const normalizeTimestamp = (timestamp: string): string => {
  const moment = new Date(millisecondsPattern.test(timestamp) ? Number(timestamp) : timestamp);
  if (Number.isNaN(moment.getTime())) throw validationError(messages.validation.invalidRequest);
  return moment.toISOString();
};

/** @throws AppError 400 for an invalid timestamp */
export const makeExportRef = (platform: PlatformId | null, timestamp: string): ExportRef => ({
  platform,
  ref: exportRefOf(platform ?? postedRows, normalizeTimestamp(timestamp)),
});

/**
 * The header of a posted export; null when there is none.
 * @throws AppError 400 for anything but `platform:timestamp` and `rows:timestamp`, because the export could not join
 * its event
 */
export const readExportRef = (header: string | undefined): ExportRef | null => {
  if (header === undefined) return null;
  const [, source, timestamp] = /^([a-z]+):(.{1,40})$/.exec(header.trim()) ?? [];
  if (timestamp !== undefined && source === postedRows) return makeExportRef(null, timestamp);
  if (timestamp === undefined || !isPlatformId(source)) throw validationError(messages.validation.invalidRequest);
  return makeExportRef(source, timestamp);
};

/** A repeated request with the same `Idempotency-Key` joins the first request's export. */
export const refOfEffect = (effectId: string | null): ExportRef | null =>
  effectId === null ? null : { platform: null, ref: `key:${effectId}` };
