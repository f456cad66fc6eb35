import * as z from 'zod';
import { integer } from '../../support/random.ts';
import { invalidArgument } from '../apiError.ts';
import { requireSheet } from './sheetProperties.ts';
import type { DeveloperMetadata, Spreadsheet } from './spreadsheet.ts';

export const developerMetadataSchema = z.strictObject({
  metadataId: z.int().min(1).optional(),
  metadataKey: z.string().min(1),
  metadataValue: z.string().default(''),
  visibility: z.enum(['DOCUMENT', 'PROJECT']),
  location: z.strictObject({ spreadsheet: z.literal(true).optional(), sheetId: z.int().optional() }),
});

const searchSchema = z.strictObject({
  dataFilters: z
    .array(
      z.strictObject({
        developerMetadataLookup: z.strictObject({
          metadataId: z.int().optional(),
          metadataKey: z.string().optional(),
          metadataValue: z.string().optional(),
          visibility: z.enum(['DOCUMENT', 'PROJECT']).optional(),
        }),
      }),
    )
    .min(1),
});

/** Attaches a key and a value to the file or a tab. */
export const addDeveloperMetadata = (
  spreadsheet: Spreadsheet,
  request: z.output<typeof developerMetadataSchema>,
): DeveloperMetadata => {
  const { sheetId } = request.location;
  if (sheetId !== undefined) requireSheet(spreadsheet, sheetId);
  const count = spreadsheet.developerMetadata.length;
  const metadataId = request.metadataId ?? integer(1, 2_000_000_000, spreadsheet.id, 'metadata', count);
  if (spreadsheet.developerMetadata.some((each) => each.metadataId === metadataId)) {
    throw invalidArgument(`Developer metadata with ID ${metadataId} already exists.`);
  }
  const metadata: DeveloperMetadata = {
    metadataId,
    metadataKey: request.metadataKey,
    metadataValue: request.metadataValue,
    visibility: request.visibility,
    location:
      sheetId === undefined ? { locationType: 'SPREADSHEET', spreadsheet: true } : { locationType: 'SHEET', sheetId },
  };
  spreadsheet.developerMetadata.push(metadata);
  return metadata;
};

/** Handles `developerMetadata:search`. Returns entries that match any filter, with the matching filters. */
export const searchDeveloperMetadata = (spreadsheet: Spreadsheet, body: unknown): object => {
  const parsed = searchSchema.safeParse(body);
  if (!parsed.success) throw invalidArgument(z.prettifyError(parsed.error));
  const matched = spreadsheet.developerMetadata.flatMap((metadata) => {
    const dataFilters = parsed.data.dataFilters.filter(
      ({ developerMetadataLookup: lookup }) =>
        (lookup.metadataId === undefined || lookup.metadataId === metadata.metadataId) &&
        (lookup.metadataKey === undefined || lookup.metadataKey === metadata.metadataKey) &&
        (lookup.metadataValue === undefined || lookup.metadataValue === metadata.metadataValue) &&
        (lookup.visibility === undefined || lookup.visibility === metadata.visibility),
    );
    return dataFilters.length > 0 ? [{ developerMetadata: metadata, dataFilters }] : [];
  });
  return matched.length > 0 ? { matchedDeveloperMetadata: matched } : {};
};
