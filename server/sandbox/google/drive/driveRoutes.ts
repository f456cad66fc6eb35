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
import { SPREADSHEET_MIME_TYPE } from '../sheets/spreadsheet.ts';
import type { Spreadsheet } from '../sheets/spreadsheet.ts';
import { parseDriveQuery } from './driveQuery.ts';

const DRIVE_SCOPES = ['https://www.googleapis.com/auth/drive.file', 'https://www.googleapis.com/auth/drive'];

const createSchema = z.strictObject({
  name: z.string().default('Untitled'),
  mimeType: z.literal(SPREADSHEET_MIME_TYPE),
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
  mimeType: SPREADSHEET_MIME_TYPE,
  trashed: file.trashed,
  createdTime: file.createdAt,
  webViewLink: spreadsheetAddress(url, file.id),
  ...(Object.keys(file.appProperties).length > 0 && { appProperties: file.appProperties }),
});

/** Mounted at `/drive/v3/files`: the files that the client itself has made, which are spreadsheets. */
export const createDriveRoutes = (store: SpreadsheetStore, grants: GrantStore, url: string): Router => {
  const router = express.Router();
  const admit = (req: Request): void => {
    requireGrant(req, grants, DRIVE_SCOPES, 'drive.googleapis.com');
  };
  const requireFile = (req: Request): Spreadsheet => {
    const id = String(req.params.id);
    const file = store.find(id);
    if (!file) throw new GoogleApiError('NOT_FOUND', `File not found: ${id}.`);
    return file;
  };
  const present = (file: Spreadsheet, fields: string | undefined): unknown =>
    applyFields(presentFile(file, url), fields ?? 'kind,id,name,mimeType');

  router.get('/', (req, res) => {
    admit(req);
    const fits = parseDriveQuery(queryText(req, 'q') ?? '');
    const pageSize = Number(queryText(req, 'pageSize') ?? 100);
    if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 1000) {
      throw invalidArgument("Invalid value for 'pageSize'");
    }
    const newestFirst = store.list().toReversed().filter(fits);
    const files = newestFirst.slice(0, pageSize).map((file) => presentFile(file, url));
    const answer = { kind: 'drive#fileList', incompleteSearch: false, files };
    const fields = queryText(req, 'fields') ?? 'kind,incompleteSearch,files(kind,id,name,mimeType)';
    res.json(applyFields(answer, fields));
  });

  router.post('/', (req, res) => {
    admit(req);
    const parsed = createSchema.safeParse(bodyRecord(req));
    if (!parsed.success) throw invalidArgument(z.prettifyError(parsed.error));
    const { name, appProperties } = parsed.data;
    const file = store.create({ title: name, appProperties });
    res.json(present(file, queryText(req, 'fields')));
  });

  router.get('/:id', (req, res) => {
    admit(req);
    res.json(present(requireFile(req), queryText(req, 'fields')));
  });

  router.patch('/:id', (req, res) => {
    admit(req);
    const file = requireFile(req);
    const parsed = changeSchema.safeParse(bodyRecord(req));
    if (!parsed.success) throw invalidArgument(z.prettifyError(parsed.error));
    const { name = file.title, trashed = file.trashed, appProperties = {} } = parsed.data;
    file.title = name;
    file.trashed = trashed;
    for (const [key, value] of Object.entries(appProperties)) {
      if (value === null) delete file.appProperties[key];
      else file.appProperties[key] = value;
    }
    res.json(present(file, queryText(req, 'fields')));
  });

  router.delete('/:id', (req, res) => {
    admit(req);
    store.remove(requireFile(req).id);
    res.status(204).end();
  });

  return router;
};
