import { exportRefOf } from '#shared/contracts/exports.ts';
import { messages } from '#shared/messages.ts';
import { isPlatformId } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { validationError } from '#server/lib/failures/errors.ts';

/** Of one click: what the socket event and the POST have in common. Posted rows of a lead list have no platform. */
export type ExportRef = { platform: PlatformId | null; ref: string };

const postedRows = 'rows';

/** Milliseconds since 1970 as text, e.g. `1795265051210`. */
const millisecondsPattern = /^\d{10,15}$/;

/**
 * One spelling for the moment of a click, which arrives as ISO 8601 or as milliseconds.
 * @throws AppError 400
 */
const normaliseTimestamp = (timestamp: string): string => {
  const moment = new Date(millisecondsPattern.test(timestamp) ? Number(timestamp) : timestamp);
  if (Number.isNaN(moment.getTime())) throw validationError(messages.validation.invalidRequest);
  return moment.toISOString();
};

/** @throws AppError 400 when the timestamp is no moment */
export const makeExportRef = (platform: PlatformId | null, timestamp: string): ExportRef => ({
  platform,
  ref: exportRefOf(platform ?? postedRows, normaliseTimestamp(timestamp)),
});

/**
 * The header of a posted export; null when there is none.
 * @throws AppError 400 for anything but `platform:timestamp` and `rows:timestamp`: exported on its own, it would miss its
 *   event
 */
export const readExportRef = (header: string | undefined): ExportRef | null => {
  if (header === undefined) return null;
  const [, source, timestamp] = /^([a-z]+):(.{1,40})$/.exec(header.trim()) ?? [];
  if (timestamp !== undefined && source === postedRows) return makeExportRef(null, timestamp);
  if (timestamp === undefined || !isPlatformId(source)) throw validationError(messages.validation.invalidRequest);
  return makeExportRef(source, timestamp);
};

/** A request that is sent again with its `Idempotency-Key` joins the export that it made before. */
export const refOfEffect = (effectId: string | null): ExportRef | null =>
  effectId === null ? null : { platform: null, ref: `key:${effectId}` };
