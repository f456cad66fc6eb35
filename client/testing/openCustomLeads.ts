import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import { serveImport } from '#client/features/customLeads/import/serveImport.ts';
import type { CustomLead } from '#shared/contracts/customLeads.ts';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { buildCustomLead, buildValues, csvFile, csvLine } from './customLeadRows.ts';
import { inThreadWorker } from './inThreadWorker.ts';
import { manyOf, nestedPageOf } from './leadRows.ts';
import { buildUser, renderApp } from './renderApp.tsx';
import { fakeServer } from './useFakeServer.ts';

/** Runs imports on the page's own thread, because the test browser has no workers. */
export const importInThread = (): void => {
  beforeEach(() => {
    vi.stubGlobal('Worker', inThreadWorker(serveImport));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
};

/** Column titles in order. A preview has all except the last. */
export const titles =
  'Number, Name, EmailAddress, ad_id, Status, Project, id, created_time, Ad Name, Ad Set Id, Ad Set Name, Campaign Id, Campaign Name, Form Id, Form Name, Is Organic, Platform, Unit Type, Sales Advisor Contact, Country, Starting Price, UNIX, Updated At'.split(
    ', ',
  );

export const leadsOf = (body: unknown): CustomLeadValues[] => (body as { leads: CustomLeadValues[] }).leads;

/** A server that stores and lists saved rows. */
export const serveCustomLeads = (stored: CustomLead[] = []): void => {
  fakeServer().on(listCustomLeads, ({ query }) => nestedPageOf(stored, Number(query['page']), Number(query['limit'])));
  fakeServer().on(saveCustomLeads, ({ body }) => {
    const leads = leadsOf(body);
    stored.push(...leads.map((values, index) => ({ ...buildCustomLead(index + 1), ...values })));
    return { message: 'Saved successfully', data: { inserted: leads.length, updated: 0, unchanged: 0 } };
  });
};

export const openCustomLeads = async (path = '/custom-leads', user = buildUser({ google: true })) => {
  const rendered = await renderApp({ path, user });
  await screen.findByRole('heading', { name: 'Meta Custom Leads', level: 1 });
  return rendered;
};

/** Queries of all list requests so far. */
export const listed = () =>
  fakeServer()
    .calls(listCustomLeads)
    .map(({ query }) => query);
export const posted = () => fakeServer().calls(saveCustomLeads);

export const button = (name: string) => screen.getByRole('button', { name });
export const picker = () => screen.getByLabelText<HTMLInputElement>('Choose file');
export const preview = () => screen.findByRole('dialog', { name: 'Preview Data' });
export const table = () => screen.getByRole('grid', { name: 'Custom leads' });
export const rowsIn = (parent: HTMLElement) => within(parent).getAllByRole('row').slice(1);
export const headersIn = (parent: HTMLElement) =>
  within(parent)
    .getAllByRole('columnheader')
    .map((header) => header.textContent);
/** Cell texts of a column. */
export const column = (key: string, parent: HTMLElement = table()) =>
  [...parent.querySelectorAll(`td[data-column="${key}"]`)].map((cell) => cell.textContent);

/** Chooses a file and waits for its preview. */
export const choose = async (actor: UserEvent, file: File): Promise<HTMLElement> => {
  await actor.upload(picker(), file);
  return preview();
};
export const fileOf = (count: number): File => csvFile(manyOf(count, (number) => csvLine(buildValues(number))));
export const drop = (file: File): void => {
  const dataTransfer = { types: ['Files'], files: [file] };
  fireEvent.dragOver(document.body, { dataTransfer });
  fireEvent.drop(document.body, { dataTransfer });
};
