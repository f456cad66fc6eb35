import express from 'express';
import type { Request, Router } from 'express';
import * as z from 'zod';
import { bodyRecord, queryText } from '../../support/http.ts';
import { GoogleApiError, invalidArgument } from '../apiError.ts';
import { applyFields } from '../fieldMask.ts';
import { requireGrant } from '../oauth/requireGrant.ts';
import type { GrantStore } from '../oauth/grantStore.ts';
import { spreadsheetAddress } from '../sheets/spreadsheetStore.ts';
import type { SpreadsheetStore } from '../sheets/spreadsheetStore.ts';
import { spreadsheetMimeType } from '../sheets/spreadsheet.ts';
import type { Spreadsheet } from '../sheets/spreadsheet.ts';
import { parseDriveQuery } from './driveQuery.ts';

const driveScopes = ['https://www.googleapis.com/auth/drive.file', 'https://www.googleapis.com/auth/drive'];

const createSchema = z.strictObject({
  name: z.string().default('Untitled'),
  mimeType: z.literal(spreadsheetMimeType),
  appProperties: z.record(z.string(), z.string()).default({}),
});

const changeSchema = z.strictObject({
  name: z.string().optional(),
  trashed: z.boolean().optional(),
  appProperties: z.record(z.string(), z.string().nullable()).optional(),
});

const presentFile = (file: Spreadsheet, url: string): object => ({
  kind: 'drive#file',
  id: file.id,
  name: file.title,
  mimeType: spreadsheetMimeType,
  trashed: file.trashed,
  createdTime: file.createdAt,
  webViewLink: spreadsheetAddress(url, file.id),
  ...(Object.keys(file.appProperties).length > 0 && { appProperties: file.appProperties }),
});

/** Routes for `/drive/v3/files`. The only files are the client's own spreadsheets. */
export const createDriveRoutes = (store: SpreadsheetStore, grants: GrantStore, url: string): Router => {
  const router = express.Router();
  const admit = (request: Request): void => {
    requireGrant(request, grants, driveScopes, 'drive.googleapis.com');
  };
  const requireFile = (request: Request): Spreadsheet => {
    const id = String(request.params.id);
    const file = store.find(id);
    if (!file) throw new GoogleApiError('NOT_FOUND', `File not found: ${id}.`);
    return file;
  };
  const present = (file: Spreadsheet, fields: string | undefined): unknown =>
    applyFields(presentFile(file, url), fields ?? 'kind,id,name,mimeType');

  router.get('/', (request, response) => {
    admit(request);
    const fits = parseDriveQuery(queryText(request, 'q') ?? '');
    const pageSize = Number(queryText(request, 'pageSize') ?? 100);
    if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 1000) {
      throw invalidArgument("Invalid value for 'pageSize'");
    }
    const newestFirst = store.list().toReversed().filter(fits);
    const files = newestFirst.slice(0, pageSize).map((file) => presentFile(file, url));
    const answer = { kind: 'drive#fileList', incompleteSearch: false, files };
    const fields = queryText(request, 'fields') ?? 'kind,incompleteSearch,files(kind,id,name,mimeType)';
    response.json(applyFields(answer, fields));
  });

  router.post('/', (request, response) => {
    admit(request);
    const parsed = createSchema.safeParse(bodyRecord(request));
    if (!parsed.success) throw invalidArgument(z.prettifyError(parsed.error));
    const { name, appProperties } = parsed.data;
    const file = store.create({ title: name, appProperties });
    response.json(present(file, queryText(request, 'fields')));
  });

  router.get('/:id', (request, response) => {
    admit(request);
    response.json(present(requireFile(request), queryText(request, 'fields')));
  });

  router.patch('/:id', (request, response) => {
    admit(request);
    const file = requireFile(request);
    const parsed = changeSchema.safeParse(bodyRecord(request));
    if (!parsed.success) throw invalidArgument(z.prettifyError(parsed.error));
    const { name = file.title, trashed = file.trashed, appProperties = {} } = parsed.data;
    file.title = name;
    file.trashed = trashed;
    for (const [key, value] of Object.entries(appProperties)) {
      if (value === null) delete file.appProperties[key];
      else file.appProperties[key] = value;
    }
    response.json(present(file, queryText(request, 'fields')));
  });

  router.delete('/:id', (request, response) => {
    admit(request);
    store.remove(requireFile(request).id);
    response.status(204).end();
  });

  return router;
};
