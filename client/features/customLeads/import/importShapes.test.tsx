import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import {
  button,
  choose,
  column,
  importInThread,
  leadsOf,
  openCustomLeads,
  picker,
  posted,
  serveCustomLeads,
} from '#client/testing/openCustomLeads.ts';
import { setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { useImportColumnsStore } from '#client/stores/importColumnsStore.ts';
import { customLeadColumns } from '#shared/customLeadColumns.ts';
import { encode } from '#shared/leadFiles/testing/writeFile.ts';
import { textRows, writeWorkbook } from '#shared/leadFiles/testing/writeWorkbook.ts';
import { importLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

setUpFakeServer();
importInThread();
afterEach(() => {
  vi.restoreAllMocks();
  useImportColumnsStore.setState({ files: [] });
});

const fileOf = (lines: readonly string[], name = 'leads.csv'): File => new File([lines.join('\n')], name);
const bytesFile = (bytes: Uint8Array, name: string): File => new File([new Uint8Array(bytes)], name);

const german = [
  'Vorname;Nachname;E-Mail;Telefon;Wohnort;Budget',
  'Ada;Example;ada@example.test;0171 3920001;Köln;1.000,50',
  'Grace;Example;grace@example.test;;Bonn;',
  'Alan;Example;;;Berlin;',
];

const confirm = async (actor: UserEvent, dialog: HTMLElement): Promise<unknown[]> => {
  await actor.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return leadsOf(posted().at(-1)?.body);
};

const columnMenu = (dialog: HTMLElement, name: string) =>
  within(dialog).getByRole('combobox', { name: `${name} becomes`, hidden: true });

test('reads semicolons, German headers and a Windows code page, and saves every value', async () => {
  serveCustomLeads();
  const { actor } = await openCustomLeads();
  const dialog = await choose(actor, bytesFile(encode(german.join('\r\n'), 'windows-1252'), 'kontakte.csv'));
  expect(within(dialog).getByText('3 people · 1 without contact')).toBeVisible();
  expect(within(dialog).getByText(/old encoding/)).toBeVisible();
  expect(within(dialog).getByText('6 columns · 2 answers')).toBeVisible();
  expect(column('Name', dialog)).toEqual(['Ada Example', 'Grace Example', 'Alan Example']);
  const [ada, grace] = await confirm(actor, dialog);
  expect(ada).toMatchObject({
    Name: 'Ada Example',
    EmailAddress: 'ada@example.test',
    Number: '0171 3920001',
    answers: { Wohnort: 'Köln', Budget: '1.000,50' },
  });
  expect(grace).toMatchObject({ Name: 'Grace Example', answers: { Wohnort: 'Bonn' } });
  expect(ada).not.toHaveProperty('isTest');
});

test('names a lead download of Meta, and marks test leads', async () => {
  serveCustomLeads();
  const { actor } = await openCustomLeads();
  const lines = [
    'id\tcreated_time\tad_id\tad_name\tadset_id\tcampaign_id\tform_id\tis_organic\tplatform\tfull_name\tphone_number\temail\twhen_do_you_want_to_move?',
    'l:9001\t2026-11-01T15:05:13+05:30\tag:11\tone\tas:12\tc:13\tf:14\tfalse\tig\tAda Example\tp:+447400123451\tada@example.test\tsoon',
    'l:9002\t2026-11-01T15:05:13+05:30\tag:11\tone\tas:12\tc:13\tf:14\tfalse\tfb\t<test lead: dummy data for full_name>\tp:<test lead: dummy data>\ttest@meta.com\t<test lead: dummy data>',
    'l:9001\t2026-11-01T15:05:13+05:30\tag:11\tone\tas:12\tc:13\tf:14\tfalse\tig\tAda Example\tp:+447400123451\tada@example.test\tlater',
  ];
  const dialog = await choose(actor, bytesFile(encode(`\uFEFF${lines.join('\r\n')}`, 'utf-16le'), 'leads.csv'));
  expect(within(dialog).getByText('Meta lead download · 3 people · 1 twice in the file')).toBeVisible();
  expect(within(dialog).getByText('1 test lead is marked as a test.')).toBeVisible();
  const leads = await confirm(actor, dialog);
  expect(leads[0]).toMatchObject({
    id: '9001',
    ad_id: '11',
    Number: '+447400123451',
    answers: { 'when_do_you_want_to_move?': 'soon' },
  });
  expect(leads[1]).toMatchObject({ id: '9002', isTest: true });
});

test('reads a column as a person chooses, remembers it, and names a column that is left out', async () => {
  serveCustomLeads();
  const { actor } = await openCustomLeads();
  const dialog = await choose(actor, fileOf(german));
  await actor.selectOptions(columnMenu(dialog, 'Wohnort'), 'country');
  await waitFor(() => expect(column('country', dialog)).toEqual(['Köln', 'Bonn', 'Berlin']));
  await actor.selectOptions(columnMenu(dialog, 'Budget'), 'nothing');
  expect(await within(dialog).findByText('6 columns · left out: Budget')).toBeVisible();
  await actor.click(within(dialog).getByRole('button', { name: 'Cancel' }));

  const again = await choose(actor, fileOf([...german, 'Dan;Example;dan@example.test;;Ulm;5'], 'next.csv'));
  expect(within(again).getByText('6 columns · left out: Budget')).toBeVisible();
  expect(columnMenu(again, 'Wohnort')).toHaveValue('country');
  // One column at most is a field by choice.
  await actor.selectOptions(columnMenu(again, 'Vorname'), 'country');
  await waitFor(() => expect(columnMenu(again, 'Wohnort')).toHaveValue('answer'));
  const leads = await confirm(actor, again);
  expect(leads[3]).toMatchObject({ Name: 'Example', country: 'Dan', answers: { Wohnort: 'Ulm' } });
  expect(leads[0]).not.toHaveProperty('answers.Budget');

  const other = await choose(actor, fileOf(['Vorname;E-Mail;Budget', 'Ada;ada@example.test;7']));
  expect(within(other).getByText('3 columns · 1 answer')).toBeVisible();
});

test('shows and downloads the rows that are no leads', async () => {
  serveCustomLeads();
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((object) => {
    if (object instanceof Blob) saved.push(object);
    return 'blob:rows';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { actor } = await openCustomLeads();
  const dialog = await choose(actor, fileOf([...german, 'Vorname;Nachname;E-Mail;Telefon;Wohnort;Budget', 'Summe;3']));
  expect(within(dialog).getByText('3 people · 1 without contact')).toBeVisible();
  await actor.click(within(dialog).getByText('2 rows left out'));
  expect(within(dialog).getByRole('cell', { name: 'Summe · 3' })).toBeVisible();
  await actor.click(within(dialog).getByRole('button', { name: 'Download as CSV' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toBe(
    'Row,Reason\r\n5,Header,Vorname,Nachname,E-Mail,Telefon,Wohnort,Budget\r\n6,Total,Summe,3',
  );
  expect(await confirm(actor, dialog)).toHaveLength(3);
  expect(await screen.findByText('leads.csv: 5 rows read, 3 added, 2 left out.')).toBeVisible();
});

test('reads a workbook, and another of its sheets', async () => {
  serveCustomLeads();
  const { actor } = await openCustomLeads();
  const file = bytesFile(
    writeWorkbook({
      sheets: [
        {
          name: 'October',
          rows: textRows([
            ['Name', 'Email'],
            ['Ada Example', 'ada@example.test'],
          ]),
        },
        {
          name: 'November',
          rows: textRows([
            ['Name', 'Email'],
            ['Grace Example', 'grace@example.test'],
          ]),
        },
      ],
    }),
    'leads.xlsx',
  );
  const dialog = await choose(actor, file);
  await waitFor(() => expect(column('Name', dialog)).toEqual(['Ada Example']));
  await actor.selectOptions(within(dialog).getByRole('combobox', { name: 'Sheet of the file' }), 'November');
  await waitFor(() => expect(column('Name', dialog)).toEqual(['Grace Example']));
  expect(await confirm(actor, dialog)).toMatchObject([{ Name: 'Grace Example', EmailAddress: 'grace@example.test' }]);
});

test('says what to do with a file of another format', async () => {
  serveCustomLeads();
  const { actor } = await openCustomLeads();
  await screen.findByText('No data available');
  await actor.upload(picker(), bytesFile(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'leads.csv'));
  expect(await screen.findByText(messages.customLeads.otherFormat)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  [
    'of any shape',
    ['Name,Email,Notes', 'Ada,ada@example.test,fine', `Grace,grace@example.test,${'x'.repeat(10_001)}`],
    'Notes',
  ],
  [
    'with the specified header',
    [customLeadColumns.map(({ header }) => header).join(','), '', `1,${'x'.repeat(10_001)}`],
    'Name',
  ],
])('names row and column of a too long value before it is saved, in a file %s', async (_name, lines, name) => {
  serveCustomLeads();
  const { actor } = await openCustomLeads();
  const dialog = await choose(actor, fileOf(lines));
  expect(importLimits.valueCharacters).toBe(10_000);
  expect(
    within(dialog).getByText(new RegExp(`Row 3 has more than 10,000 characters in the column “${name}”`)),
  ).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Confirm' })).toBeDisabled();
});

test('can read a file of any shape in the order of the sample', async () => {
  serveCustomLeads();
  const { actor } = await openCustomLeads();
  const dialog = await choose(actor, fileOf(['Email,Name', 'ada@example.test,"Ada, Example"']));
  expect(column('Name', dialog)).toEqual(['Ada, Example']);
  const literal = () => within(dialog).getByRole('switch', { name: 'Read columns in the order of the sample' });
  await actor.click(literal());
  await waitFor(() => expect(column('Number', dialog)).toEqual(['ada@example.test']));
  expect(column('Name', dialog)).toEqual(['"Ada']);
  await waitFor(() => expect(literal()).toBeEnabled());
  await actor.click(literal());
  await waitFor(() => expect(column('EmailAddress', dialog)).toEqual(['ada@example.test']));
  expect(button('Confirm')).toBeEnabled();
});
