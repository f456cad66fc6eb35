import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serveCustomLeads } from '#client/testing/openCustomLeads.ts';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { toPageFields } from '#shared/contracts/paging.ts';
import { listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';

setUpFakeServer();

/** Opens the dialog for a new sheet. */
const openAdd = async (sampleSheetUrl: string | null) => {
  fakeServer().on(listSheetSyncs, () => ({
    data: [],
    ...toPageFields({ page: 1, limit: 1 }, 0),
    serviceAccount: null,
  }));
  const { actor } = await renderApp({ path: '/google-sheets', user: buildUser(), config: { sampleSheetUrl } });
  await actor.click(await screen.findByRole('button', { name: 'Add New Sheet' }));
  return actor;
};

const sample = 'http://localhost:4100/spreadsheets/d/sandbox-leads-public-0001/edit';

const useSample = { name: `Use the sample sheet: ${sample}` };

test('in the sandbox, the dialog for a new sheet offers a sample sheet, and a click fills in its address', async () => {
  const actor = await openAdd(sample);
  const field = screen.getByLabelText('Google Sheet URL');
  expect(field).toHaveAttribute('placeholder', sample);
  await actor.click(screen.getByRole('button', useSample));
  expect(field).toHaveValue(sample);
});

test('in the sandbox, the import offers a sample sheet, and a click fills in its address', async () => {
  serveCustomLeads();
  const config = { sampleSheetUrl: sample };
  const { actor } = await renderApp({ path: '/custom-leads', user: buildUser(), config });
  await actor.click(await screen.findByRole('button', useSample));
  expect(screen.getByPlaceholderText('Paste Google Sheet URL')).toHaveValue(sample);
});

test('offers no sample sheet outside the sandbox', async () => {
  await openAdd(null);
  expect(screen.getByLabelText('Google Sheet URL')).toHaveAttribute(
    'placeholder',
    'https://docs.google.com/spreadsheets/d/…',
  );
  expect(screen.queryByRole('button', { name: /sample sheet/ })).toBeNull();
});
