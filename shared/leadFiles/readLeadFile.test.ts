import { describe, expect, it } from 'vitest';
import { customLeadColumns } from '../customLeadColumns.ts';
import type { LeadReading } from './LeadReading.ts';
import { readLeadFile, readLeadRows, readLeadSteps } from './readLeadFile.ts';
import { encode, fileOf } from './testing/writeFile.ts';

const read = (...lines: string[]): LeadReading => readLeadFile(fileOf(...lines), { country: 'GB' });
const codesOf = ({ remarks }: LeadReading): string[] => remarks.map(({ code }) => code).toSorted();
const becomes = ({ columns }: LeadReading): string[] => columns.map((column) => column.becomes);

const ownHeader = customLeadColumns.map(({ header }) => header).join(',');
const ownRow =
  '1,Ada Example,ada@example.test,1000000000000001,Accepted,Lake View,2000000000000001,2025-11-05T06:03:00+0000,Video,1000000000000011,Families,1000000000000021,Autumn leads,1000000000000031,Brochure,FALSE,fb,Villa,Yes,Germany,450000,1762322580';

describe('the specified file', () => {
  it('is read by position, with the columns that are no field among the answers', () => {
    const { leads, remarks, headerLine } = read(ownHeader, ownRow);
    expect(remarks).toEqual([]);
    expect(headerLine).toBe(1);
    expect(leads).toEqual([
      {
        row: 2,
        id: '2000000000000001',
        name: 'Ada Example',
        email: 'ada@example.test',
        phone: null,
        phoneE164: null,
        createdTime: '2025-11-05T06:03:00.000Z',
        status: 'Accepted',
        country: 'Germany',
        platform: 'fb',
        adId: '1000000000000001',
        adName: 'Video',
        adsetId: '1000000000000011',
        adsetName: 'Families',
        campaignId: '1000000000000021',
        campaignName: 'Autumn leads',
        formId: '1000000000000031',
        formName: 'Brochure',
        isOrganic: false,
        isTest: false,
        answers: {
          Number: '1',
          Project: 'Lake View',
          'Unit Type': 'Villa',
          'Would you like to be contacted by a sales advisor?': 'Yes',
          'Starting price': '450000',
          UNIX: '1762322580',
        },
      },
    ]);
  });

  it('may have phone numbers in its first column', () => {
    const [lead] = read(ownHeader, ownRow.replace(/^1/, '0171 3920001').replace('Germany', '')).leads;
    expect(lead).toMatchObject({ phone: '0171 3920001', answers: { Project: 'Lake View' } });
    expect(lead?.answers).not.toHaveProperty('Number');
  });

  it('drops values beyond its last column', () => {
    const [lead] = read(ownHeader, `${ownRow},surplus`).leads;
    expect(Object.values(lead?.answers ?? {})).not.toContain('surplus');
  });

  it('is read by position without its header, first line included', () => {
    const reading = read(ownRow, ownRow.replace('Ada Example', 'Grace Example'));
    expect(reading.leads.map(({ name }) => name)).toEqual(['Ada Example', 'Grace Example']);
    expect(reading.headerLine).toBeNull();
    expect(codesOf(reading)).toContain('noHeader');
  });
});

describe('columns', () => {
  it('are found by name in any order, and the others become answers', () => {
    const reading = read('City,E-Mail,Vorname,Nachname,Telefon', 'Riverton,ada@example.test,Ada,Example,07400 123401');
    expect(becomes(reading)).toEqual(['answer', 'email', 'firstName', 'lastName', 'phone']);
    expect(reading.leads[0]).toMatchObject({
      name: 'Ada Example',
      firstName: 'Ada',
      email: 'ada@example.test',
      phone: '07400 123401',
      phoneE164: '+447400123401',
      answers: { City: 'Riverton' },
    });
    expect(codesOf(reading)).toEqual(['byName', 'noIds']);
  });

  it.each([
    ['Prénom;Nom;E-mail', ['firstName', 'lastName', 'email']],
    ['Nom;E-mail;Téléphone', ['name', 'email', 'phone']],
    ['Nombre;Apellidos;Correo electrónico', ['firstName', 'lastName', 'email']],
    ['Nombre;Correo electrónico;Ciudad', ['name', 'email', 'answer']],
    ['Vorname;Name;E-Mail', ['firstName', 'lastName', 'email']],
    ['Name;Surname;Email', ['firstName', 'lastName', 'email']],
    ['Ad;Soyad;E-posta', ['firstName', 'lastName', 'email']],
    ['Name - First Name;Name - Last Name;E-mail', ['firstName', 'lastName', 'email']],
    ['Hi! What is your *first name*?;And your last name?;Email', ['firstName', 'lastName', 'email']],
    ['Person - First name;Person - Last name;Person - Email - Work', ['firstName', 'lastName', 'email']],
    ['* Name (required);3. Phone number:;E-MAIL *', ['name', 'phone', 'email']],
    ['Nom;Cognoms;Correu electrònic', ['firstName', 'lastName', 'email']],
  ])('of parts of names depend on each other in %j', (header, expected) => {
    const values: Record<string, string> = { email: 'ada@example.test', phone: '+447400123401', lastName: 'Example' };
    const cells = expected.map((field) => values[field] ?? 'Ada');
    expect(becomes(read(header, cells.join(';')))).toEqual(expected);
  });

  it('of ads and of names are told apart by the language of the header', () => {
    expect(becomes(read('Ad,Campaign,Ad set,Email', 'Video,Autumn,Families,ada@example.test'))).toEqual([
      'adName',
      'campaignName',
      'adsetName',
      'email',
    ]);
    expect(becomes(read('Ad;E-posta;Telefon', 'Ada;ada@example.test;0501 234 56 01'))).toEqual([
      'name',
      'email',
      'phone',
    ]);
  });

  it('with an unknown name are found by their values', () => {
    const rows = [
      'Spalte A;Spalte B;Spalte C',
      'Ada Example;ada@example.test;+447400123401',
      'Alan Muster;alan@example.test;+447400123402',
    ];
    expect(becomes(read(...rows))).toEqual(['name', 'email', 'phone']);
    expect(becomes(readLeadFile(fileOf(...rows.slice(1)), { country: null }))).toEqual(['name', 'email', 'phone']);
  });

  it.each([
    'Company name',
    'Contact owner',
    'Email Opt Out',
    'Email status',
    'Owner email',
    'Phone verified',
    'Fax',
    'Last modified',
    'Date of birth',
    'Marital status',
    'GCLID',
    'User ID',
    'Tax id',
  ])('named %j are no field', (header) => {
    const reading = read(`Name,Email,${header}`, 'Ada,ada@example.test,x');
    expect(becomes(reading)[2]).toBe('answer');
    expect(reading.leads[0]?.answers).toEqual({ [header]: 'x' });
  });

  it('that say more about the time come first', () => {
    const reading = read('Email,Date,Created At,Last changed', 'ada@example.test,2026-01-01,2026-02-02,2026-03-03');
    expect(becomes(reading)).toEqual(['email', 'answer', 'createdTime', 'answer']);
  });

  it('of a second number or address are read where the first is empty', () => {
    const { leads } = read(
      'Email,Mobile,Landline',
      'ada@example.test,,020 7946 0018',
      'alan@example.test,07400 123401,020 7946 0019',
    );
    expect(leads.map(({ phone }) => phone)).toEqual(['020 7946 0018', '07400 123401']);
    expect(leads[1]?.answers).toEqual({ Landline: '020 7946 0019' });
  });

  it('with the same header fill one field, and lose nothing', () => {
    const reading = read(
      'Name,Email,Email,Note,Note',
      'Ada,,ada@example.test,one,two',
      'Alan,alan@example.test,other@example.test,,three',
    );
    expect(codesOf(reading)).toContain('sameHeader');
    expect(reading.leads.map(({ email, answers }) => ({ email, answers }))).toEqual([
      { email: 'ada@example.test', answers: { Note: 'one', 'Note (2)': 'two' } },
      { email: 'alan@example.test', answers: { Email: 'other@example.test', 'Note (2)': 'three' } },
    ]);
  });

  it('with the same header give a number or an address once', () => {
    const { leads } = read('Name,Phone,Phone', 'Ada,,07400 123401', 'Alan,07400 123402,07400 123403');
    expect(leads.map(({ phone, answers }) => ({ phone, answers }))).toEqual([
      { phone: '07400 123401', answers: {} },
      { phone: '07400 123402', answers: { Phone: '07400 123403' } },
    ]);
  });

  it('named like a prototype are answers', () => {
    const [lead] = read('Email,__proto__,constructor', 'ada@example.test,x,y').leads;
    expect(Object.entries(lead?.answers ?? {})).toEqual([
      ['(__proto__)', 'x'],
      ['constructor', 'y'],
    ]);
  });

  it('beyond the header are kept', () => {
    const reading = read('Name,Email', 'Ada,ada@example.test,extra', 'Alan,alan@example.test');
    expect(reading.leads[0]?.answers).toEqual({ 'Column 3': 'extra' });
    expect(codesOf(reading)).toContain('unevenRows');
  });
});

describe('the text', () => {
  it.each([
    [';', 'Name;Email;Budget', 'Ada;ada@example.test;1.250,50 €'],
    ['\t', 'Name\tEmail\tBudget', 'Ada\tada@example.test\t1,250.50 €'],
    ['|', 'Name|Email|Budget', 'Ada|ada@example.test|1.250,50 €'],
  ])('is split at %j, not at decimal commas', (delimiter, ...lines) => {
    const reading = read(...lines);
    expect(reading.delimiter).toBe(delimiter);
    expect(reading.leads[0]).toMatchObject({ name: 'Ada', email: 'ada@example.test' });
    expect(codesOf(reading)).toContain('separator');
  });

  it('may begin with the line of Excel that names the separator', () => {
    const reading = read('sep=;', 'Name;Email', 'Ada;ada@example.test');
    expect(reading).toMatchObject({ delimiter: ';', headerLine: 2, leads: [{ row: 3, name: 'Ada' }] });
    expect(codesOf(reading)).toContain('sepLine');
  });

  it('may have quotes, and counts the lines inside of them', () => {
    const reading = read(
      'Name,Email,Note',
      '"Example, Ada",ada@example.test,"one ""two""',
      'three"',
      'Alan,alan@example.test,',
    );
    expect(reading.leads.map(({ row, name, answers }) => [row, name, answers.Note])).toEqual([
      [2, 'Example, Ada', 'one "two"\nthree'],
      [4, 'Alan', undefined],
    ]);
    expect(codesOf(reading)).toContain('quotes');
  });

  it('may have backslashes before quotes', () => {
    const [lead] = read(
      'Name,Email,Note',
      'Ada,ada@example.test,"said \\"yes, please\\""',
      'Alan,alan@example.test,x',
    ).leads;
    expect(lead?.answers).toEqual({ Note: 'said "yes, please"' });
  });

  it('keeps its people beside a quote that never ends', () => {
    const { leads } = read(
      'Name,Email,Note',
      'Ada,ada@example.test,"tall',
      'Alan,alan@example.test,x',
      'Grace,grace@example.test,"y',
      'z"',
    );
    expect(leads.map(({ name }) => name)).toEqual(['Ada', 'Alan', 'Grace']);
    expect(leads.map(({ answers }) => answers.Note)).toEqual(['"tall', 'x', 'y\nz']);
  });

  it('may mix line breaks', () => {
    const file = new TextEncoder().encode(
      'Name,Email\r\nAda,ada@example.test\nAlan,alan@example.test\rGrace,grace@example.test',
    );
    expect(readLeadFile(file, { country: null }).leads.map(({ name }) => name)).toEqual(['Ada', 'Alan', 'Grace']);
  });

  it('keeps valid letters beside a stray byte', () => {
    const bytes = [
      ...encode('Name,Email,City\nJürgen,a@example.test,Köln\nKäthe,b@example.test,Zürich ', 'utf-8'),
      0x80,
    ];
    const reading = readLeadFile(Uint8Array.from(bytes), { country: null });
    expect(reading.encoding).toBe('utf-8');
    expect(reading.leads.map(({ name }) => name)).toEqual(['Jürgen', 'Käthe']);
  });

  it('is read without zero bytes, with a remark', () => {
    const reading = read('Name,Email', 'Ada\0,ada@\0example.test');
    expect(reading.leads[0]).toMatchObject({ name: 'Ada', email: 'ada@example.test' });
    expect(codesOf(reading)).toContain('controlCharacters');
  });

  it.each([
    ['otherFormat', [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]],
    ['otherFormat', [0xd0, 0xcf, 0x11, 0xe0]],
    ['otherFormat', [...new TextEncoder().encode('<html><body><table>')]],
    ['notText', [0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4, 5, 6, 7, 8]],
  ])('is refused as %s where it is none', (code, bytes) => {
    expect(readLeadFile(Uint8Array.from(bytes), { country: null })).toMatchObject({ leads: [], remarks: [{ code }] });
  });
});

describe('rows', () => {
  it('above the header are no leads', () => {
    const reading = read('Leads report,,', 'Exported,2026-10-14,', ',,', 'Name,Email,Phone', 'Ada,ada@example.test,');
    expect(reading).toMatchObject({ headerLine: 4, leads: [{ row: 5, name: 'Ada' }] });
    expect(codesOf(reading)).toContain('linesAbove');
  });

  it('that are no people are left out with the reason', () => {
    const reading = read(
      'Name,Email,Phone,Amount',
      'October 2026,,,',
      'Ada,ada@example.test,,100',
      'Name,Email,Phone,Amount',
      'Alan,,07400 123401,200',
      '#REF!,#REF!,,',
      'Total,,,300',
      'Exported by a program,,,',
    );
    expect(reading.leads.map(({ name }) => name)).toEqual(['Ada', 'Alan']);
    expect(reading.leftOut.map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'caption'],
      [4, 'header'],
      [6, 'errors'],
      [7, 'total'],
      [8, 'caption'],
    ]);
    expect(codesOf(reading)).toEqual(['byName', 'errorCells', 'leftOut', 'noIds']);
  });

  it('of a report have footers in the column of the id', () => {
    const reading = read(
      'Lead ID,Name,Email',
      '00Q1,Ada,ada@example.test',
      '"Copyright (c) 2026 example.test, inc."',
      'Generated by: Ada 14/10/2026',
    );
    expect(reading.leads.map(({ id }) => id)).toEqual(['00Q1']);
  });

  it('below another header have its columns', () => {
    const { leads } = read(
      'Name,Email,City',
      'Ada,ada@example.test,Riverton',
      '',
      'Email,Phone,Name',
      'alan@example.test,07400 123401,Alan',
    );
    expect(leads).toMatchObject([
      { name: 'Ada', answers: { City: 'Riverton' } },
      { name: 'Alan', phone: '07400 123401', answers: {} },
    ]);
  });

  it('of a sheet have its row numbers, and empty cells stay empty', () => {
    const reading = readLeadRows([['Campaign', 'Email'], ['Autumn', 'a@example.test'], [], ['', 'b@example.test']], {
      country: null,
    });
    expect(reading).toMatchObject({
      delimiter: null,
      encoding: null,
      headerLine: 1,
      leads: [
        { row: 2, campaignName: 'Autumn' },
        { row: 4, campaignName: null },
      ],
    });
  });
});

describe('values', () => {
  it('of ids that identify nobody are none, so that people stay apart', () => {
    const reading = read(
      'id,Name,Email',
      '2E+15,Ada,ada@example.test',
      '2E+15,Alan,alan@example.test',
      'N/A,Grace,grace@example.test',
    );
    expect(reading.leads.map(({ id }) => id)).toEqual([null, null, null]);
    expect(reading.remarks).toContainEqual({ code: 'idsNobody', count: 3, rows: [2, 3, 4] });
  });

  it('of one id are kept for one person, and removed from different people', () => {
    const reading = read(
      'id,Name,Email',
      '1,Ada,ada@example.test',
      '1,Ada,new@example.test',
      '9000000000000000,Alan,alan@example.test',
      '9000000000000000,Grace,grace@example.test',
    );
    expect(reading.leads.map(({ id }) => id)).toEqual(['1', '1', null, null]);
    expect(codesOf(reading)).toEqual(['byName', 'idsNobody', 'sameId']);
  });

  it('of an id that different people share are kept as answers', () => {
    const { leads } = read(
      'id,Name,Email,id',
      'on request,Ada,ada@example.test,',
      'on request,Alan,alan@example.test,7',
      '3,Grace,grace@example.test,',
    );
    expect(leads.map(({ id, answers }) => [id, answers])).toEqual([
      [null, { id: 'on request' }],
      [null, { id: '7', 'id (2)': 'on request' }],
      ['3', {}],
    ]);
  });

  it('of a country decide over phone numbers, also where it is unknown', () => {
    const { leads } = read(
      'Email,Phone,Country',
      'a@example.test,0664 1234501,Österreich',
      'b@example.test,0664 1234501,Atlantis',
      'c@example.test,07400 123401,',
    );
    expect(leads.map(({ phoneE164 }) => phoneE164)).toEqual(['+436641234501', null, '+447400123401']);
  });

  it('that are placeholders or errors are no contact', () => {
    const reading = read(
      'Name,Email,Phone',
      'Ada,n/a,07400 123401',
      'Alan,alan@example.test,-',
      'Grace,grace@example.test,#N/A',
    );
    expect(reading.leads.map(({ email, phone, answers }) => [email, phone, answers])).toEqual([
      [null, '07400 123401', {}],
      ['alan@example.test', null, {}],
      ['grace@example.test', null, {}],
    ]);
    expect(codesOf(reading)).toContain('errorCells');
  });

  it('that are no address or time stay as answers', () => {
    const reading = read(
      'Email,Phone,Created',
      'on request,07400 123401,05/06/2026',
      'b@example.test,after six,06/07/2026',
    );
    expect(
      reading.leads.map(({ email, phone, createdTime, answers }) => ({ email, phone, createdTime, answers })),
    ).toEqual([
      {
        email: null,
        phone: '07400 123401',
        createdTime: null,
        answers: { Email: 'on request', Created: '05/06/2026' },
      },
      {
        email: 'b@example.test',
        phone: null,
        createdTime: null,
        answers: { Phone: 'after six', Created: '06/07/2026' },
      },
    ]);
    expect(codesOf(reading)).toContain('unclearDates');
  });

  it('of one day decide the order of day and month in the column, unless another contradicts', () => {
    const timesOf = (...days: string[]) =>
      read('Email,Date', ...days.map((day, index) => `a${index}@example.test,${day}`)).leads.map(
        ({ createdTime }) => createdTime?.slice(0, 10) ?? null,
      );
    expect(timesOf('05/06/2026', '13/06/2026')).toEqual(['2026-06-05', '2026-06-13']);
    expect(timesOf('05/06/2026', '06/13/2026')).toEqual(['2026-05-06', '2026-06-13']);
    expect(timesOf('05/06/2026', '06/13/2026', '13/06/2026')).toEqual([null, null, null]);
  });

  it('of damaged numbers are kept without a phone key', () => {
    const reading = read('Email,Phone', 'a@example.test,4.4713E+11');
    expect(reading.leads[0]).toMatchObject({ phone: '4.4713E+11', phoneE164: null });
    expect(codesOf(reading)).toContain('damagedPhones');
  });

  it('of day numbers are times', () => {
    const reading = read('Email,Created', 'a@example.test,46309.25');
    expect(reading.leads[0]?.createdTime).toBe('2026-10-14T06:00:00.000Z');
    expect(codesOf(reading)).toContain('dateNumbers');
  });

  it('of test tools mark a lead', () => {
    const reading = read(
      'Name,Email,Phone,is_test',
      '<test lead: dummy data for full_name>,x@example.test,p:<test lead: dummy data for phone_number>,',
      'Ada,test@meta.com,,',
      'Alan,alan@example.test,,true',
      'Grace,grace@example.test,,false',
    );
    expect(reading.leads.map(({ isTest, phone }) => [isTest, phone])).toEqual([
      [true, null],
      [true, null],
      [true, null],
      [false, null],
    ]);
    expect(reading.remarks).toContainEqual({ code: 'testLeads', count: 3, rows: [2, 3, 4] });
  });

  it('above the limit of the store are kept, with the row', () => {
    const reading = read('Email,Note', `a@example.test,${'x'.repeat(10_001)}`);
    expect(reading.leads[0]?.answers.Note).toHaveLength(10_001);
    expect(reading.remarks).toContainEqual({ code: 'longValue', count: 1, rows: [2] });
  });
});

it('finds nothing in an empty file', () => {
  for (const lines of [[''], ['', ''], ['Name,Email'], [ownHeader]])
    expect(read(...lines)).toMatchObject({ leads: [], leftOut: [] });
});

it('reads a long sheet in short steps with the same result', () => {
  const rows = () => [
    ['Name', 'Email'],
    ...Array.from({ length: 5000 }, (_, n) => [`Ada ${n}`, `ada${n}@example.test`]),
  ];
  const steps = readLeadSteps(rows(), { country: 'DE' });
  const shares: number[] = [];
  let step = steps.next();
  for (; !step.done; step = steps.next()) shares.push(step.value);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.length).toBeGreaterThanOrEqual(5);
  expect(step.value).toEqual(readLeadRows(rows(), { country: 'DE' }));
});
