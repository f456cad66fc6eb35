import { invalidParameter } from '#server/sandbox/tiktok/TikTokError.ts';

/** Names in the format of TikTok's messages. */
export const quoteNames = (names: readonly string[]): string => `[${names.map((name) => `'${name}'`).join(', ')}]`;

/**
 * The record with the requested fields, or with all fields by default.
 * TikTok: one unknown name fails the whole call.
 */
export const selectFields = (
  record: Record<string, unknown>,
  fields: readonly string[] | undefined,
): Record<string, unknown> => {
  if (!fields) return record;
  const unknown = fields.filter((name) => !Object.hasOwn(record, name));
  if (unknown.length > 0) throw invalidParameter(`fields: Invalid fields: ${quoteNames(unknown)}`);
  return Object.fromEntries(fields.map((name) => [name, record[name]]));
};
