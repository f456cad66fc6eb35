import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanCell, isErrorCell } from './cells/cellText.ts';
import { headerLanguages, headerNames } from './headers/headerNames.ts';
import type { ReadLead } from './LeadReading.ts';
import { readLeadFile, readLeadRows } from './readLeadFile.ts';
import { writeFile } from './testing/writeFile.ts';
import type { Dialect } from './testing/writeFile.ts';

type Person = { id: string; name: string; email: string; phone: string; createdTime: string; answer: string };

const unicode = fc.constantFrom('utf-8', 'utf-16le', 'utf-16be');
const dialect: fc.Arbitrary<Dialect> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  newline: fc.constantFrom('\n', '\r\n'),
  quotes: fc.boolean(),
  encoding: unicode,
  hasMark: fc.boolean(),
});

const word = fc.stringMatching(/^\p{Lu}[a-zäöüßéèçñáíóúâêôłńśżžšěřåøæ]{1,9}$/u);
const answer = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom('a', 'B', ' ', ',', ';', '\t', '|', '"', '\n', "'", '1', '.', '@', 'ß', '日'),
      maxLength: 30,
    }),
  )
  // A line break inside a value may be any kind; a carriage return alone ends lines of other files.
  .map((text) => cleanCell(text.replaceAll('\0', '').replaceAll('\r', '')))
  .filter((text) => cleanCell(text) === text && !isErrorCell(text) && !/^<test|\\"/.test(text) && text.isWellFormed());

const people = fc
  .array(
    fc.record({
      first: word,
      last: word,
      isReachedBy: fc.constantFrom('both', 'email', 'phone'),
      answer,
      minutes: fc.nat(500_000),
    }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((list) =>
    list.map(({ first, last, isReachedBy, answer: text, minutes }, index): Person => ({
      id: String(9_000_000_000_000_000n + BigInt(index * 7919)),
      name: `${first} ${last}`,
      email: isReachedBy === 'phone' ? '' : `lead${index}@example.test`,
      phone: isReachedBy === 'email' ? '' : `+4474001234${String(index).padStart(2, '0')}`,
      createdTime: new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString(),
      answer: text,
    })),
  );

const fields = ['id', 'name', 'email', 'phone', 'createdTime'] as const;
type Header = Record<(typeof fields)[number], string>;

/** Names of one language for all fields; English ones where a language has none. */
const header: fc.Arbitrary<Header> = fc
  .tuple(fc.nat(headerNames.length - 1), fc.nat(30))
  .map(([language, pick]) => {
    const nameOf = (field: (typeof fields)[number]): string => {
      const names = (headerNames[language]?.[field] ?? headerNames[0]?.[field] ?? '').split(' | ');
      return names[pick % names.length] ?? '';
    };
    return Object.fromEntries(fields.map((field) => [field, nameOf(field)])) as Header;
  })
  // `#` is a counter elsewhere.
  .filter((names) => names.id !== '#' && new Set(Object.values(names)).size === fields.length);

const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 });

const tableOf = (list: readonly Person[], names: Header, columns: readonly number[]): string[][] => {
  const titles = [...fields.map((field) => names[field]), 'Anything else'];
  const rows = [titles, ...list.map((person) => [...fields.map((field) => person[field]), person.answer])];
  return rows.map((cells) => columns.map((column) => cells[column] ?? ''));
};

const personOf = ({ id, name, email, phone, createdTime, answers }: ReadLead): Person => ({
  id: id ?? '',
  name: name ?? '',
  email: email ?? '',
  phone: phone ?? '',
  createdTime: createdTime ?? '',
  answer: answers['Anything else'] ?? '',
});

it('reads people back from a file of any dialect, language and order of columns', () => {
  fc.assert(
    fc.property(people, header, order, dialect, (list, names, columns, written) => {
      const { leads, leftOut } = readLeadFile(writeFile(tableOf(list, names, columns), written), { country: null });
      expect(leftOut).toEqual([]);
      expect(leads.map(personOf)).toEqual(list);
    }),
    { numRuns: 600 },
  );
});

it('reads the same people from a sheet', () => {
  fc.assert(
    fc.property(people, header, order, (list, names, columns) => {
      const { leads } = readLeadRows(tableOf(list, names, columns), { country: null });
      expect(leads.map(personOf)).toEqual(list);
    }),
    { numRuns: 300 },
  );
});

it('reads people below titles, and between blank lines', () => {
  const title = fc.constantFrom('Leads', 'Leads of October 2026', '# exported', '');
  fc.assert(
    fc.property(
      people,
      header,
      dialect,
      fc.array(title, { minLength: 1, maxLength: 3 }),
      (list, names, written, titles) => {
        const table = tableOf(list, names, [0, 1, 2, 3, 4, 5]);
        const rows = table.flatMap((cells, index) => (index % 2 === 1 ? [cells, cells.map(() => '')] : [cells]));
        const { leads, headerLine } = readLeadFile(writeFile(rows, written, titles), { country: null });
        expect(leads.map(personOf)).toEqual(list);
        expect(headerLine).toBe(titles.length + 1);
      },
    ),
    { numRuns: 300 },
  );
});

const pages: readonly (readonly [encoding: string, language: string, names: readonly string[]])[] = [
  ['windows-1252', 'de', ['Jürgen Müßig', 'Käthe Größe', 'Sören Übel']],
  ['windows-1252', 'fr', ['Hélène Exemple', 'François Modèle', 'Zoé Naïf']],
  ['windows-1252', 'es', ['Íñigo Muñoz', 'Begoña Ejemplo', 'Mónica Núñez']],
  ['windows-1250', 'pl', ['Łukasz Wzór', 'Małgorzata Przykład', 'Święty Próbka']],
  ['windows-1250', 'cs', ['Jiří Vzorový', 'Růžena Příklad', 'Štěpán Ukázka']],
  ['windows-1250', 'hu', ['Győző Példa', 'Zsófia Minta', 'Tünde Próba']],
  ['windows-1251', 'ru', ['Пётр Примеров', 'Юлия Образцова', 'Алексей Шаблонов']],
  ['windows-1251', 'uk', ['Олексій Приклад', 'Євген Зразок', 'Їлона Взірець']],
  ['windows-1253', 'el', ['Γιώργος Παράδειγμα', 'Ελένη Δείγμα', 'Σοφία Πρότυπο']],
  ['windows-1254', 'tr', ['Çağlar Örnek', 'Şebnem Deneme', 'Işıl Numune']],
  ['windows-1255', 'he', ['דוד דוגמה', 'שרה מדגם', 'יוסי תבנית']],
  ['windows-1256', 'ar', ['أحمد مثال', 'ليلى نموذج', 'يوسف عينة']],
];

it.each(pages)('finds out that a file is in %s by its words in %s', (encoding, language, names) => {
  const words = headerNames[headerLanguages.indexOf(language)];
  const titles = [words?.name, words?.email, words?.phone].map((list) => list?.split(' | ')[0] ?? '');
  const rows = [titles, ...names.map((name, index) => [name, `lead${index}@example.test`, `+44740012340${index}`])];
  const file = writeFile(rows, { delimiter: ';', newline: '\r\n', quotes: false, encoding, hasMark: false });
  const reading = readLeadFile(file, { country: null });
  expect(reading.encoding).toBe(encoding);
  expect(reading.leads.map(({ name }) => name)).toEqual(names);
});
