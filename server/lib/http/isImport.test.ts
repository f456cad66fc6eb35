import { expect, test } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { importPath } from './isImport.ts';

test('the path of an import is the one of its contract', () => {
  expect(importPath).toBe(apiBase + saveCustomLeads.path);
});
