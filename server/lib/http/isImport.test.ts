import { expect, test } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { importPath } from './isImport.ts';

test('the import path matches its contract', () => {
  expect(importPath).toBe(apiBase + saveCustomLeads.path);
});
