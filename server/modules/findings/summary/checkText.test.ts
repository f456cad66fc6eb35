import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkText, maxCharacters } from './checkText.ts';
import { readStated } from './numbers/readStated.ts';
import { writeNumber } from './testing/writeNumber.ts';

const name = 'Spring offer';

/** What comes of a text that names a finding and goes on with `said`, when the facts were `given`. */
const outcomeOf = (given: string, said: string): string => {
  const checked = checkText(`“${name}”: ${said}`, { names: new Set([name]), stated: readStated(given) });
  return 'text' in checked ? 'passes' : checked.fault;
};

describe('a text made of given numbers passes', () => {
  test.for([
    ['1,234.56', '1.234,56'],
    ['1,234.56', "1'234.56"],
    ['1234.56', '1 234,56'],
    ['1234567', '1,234,567 and 1.234.567'],
    ['12', '12.0'],
    ['12', 'twelve'],
    ['12', 'the twelfth, the 12th'],
    ['21', 'twenty-one'],
    ['105', 'a hundred and five'],
    ['1200000', '1.2 million'],
    ['120', 'one hundred twenty'],
    ['9', 'IX'],
    ['0.5', 'half of it'],
    ['three quarters of it', '3/4, 0.75'],
    ['a third of it', 'one third'],
    ['two thirds', 'two-thirds'],
    ['12 %', '12%, 12 percent, 12 per cent, twelve percent'],
    ['24% more', '24 % more, 24 pct, 24 percentage points'],
    ['€36', '€36, 36€, 36 euros, thirty-six euros, €36.00'],
    ['CHF 36', '36 CHF'],
    ['5 and 10', '5 to 10, 5-10, 5–10'],
    ['2026-01-14', 'January 14, 14 January 2026, Jan 14, 2026, 1/14/2026, 14.01.2026, the 14th, in 2026, on Wednesday'],
    ['since Tuesday, January 14', 'since Tuesday, the 14th of January'],
    ['nothing', 'They may rise, and I see the mix as it was.'],
  ] as const)('%s: %s', ([given, said]) => {
    expect(outcomeOf(given, said)).toBe('passes');
  });

  test('whatever the numbers and the way to write them', () => {
    const words = fc.constantFrom('rose to', 'fell by', 'while', 'of which', 'in');
    const number = fc.record({ value: fc.integer({ min: 0, max: 2_000_000 }), form: fc.nat() });
    fc.assert(
      fc.property(fc.array(fc.tuple(words, number), { minLength: 1, maxLength: 6 }), (parts) => {
        const given = parts.map(([, { value }]) => `${value} ; `).join('');
        const said = parts.map(([between, { value, form }]) => `${between} ${writeNumber(value, form)}`).join(' ');
        expect([said, outcomeOf(given, said)]).toEqual([said, 'passes']);
      }),
    );
  });
});

describe('any other number drops the text', () => {
  test.for([
    ['1234.56', '1.234,57'],
    ['1,234', '1.234'],
    ['1.234', '1,234'],
    ['12', '12.04'],
    ['12', '12.5'],
    ['12', '.12'],
    ['5', '.5'],
    ['12', '12 %'],
    ['12 %', '€12'],
    ['€36', '$36'],
    ['€36', '36 USD'],
    ['36 leads', 'EUR 36'],
    ['€36', '36 dollars'],
    ['€36', 'thirty-six dollars'],
    ['€36', '36 cents'],
    ['€36', '36 yen'],
    ['€36', '36 US dollars'],
    ['€36', '36 pct'],
    ['12', '12k'],
    ['12', '12 million'],
    ['€12', '€12 k, €12 bn'],
    ['12', '12-fold'],
    ['5', 'fivemillion'],
    ['5, 12', '5 12'],
    ['5, 12', 'five 12'],
    ['12', '€twelve'],
    ['12', 'EUR twelve'],
    ['12', '12 grand'],
    ['12', '12 and a half'],
    ['12, 5, half', '12 point 5, twelve point five'],
    ['1, 4', '1/4'],
    ['1, 4', 'a quarter'],
    ['10, 30', '10:30'],
    ['12', 'thirteen'],
    ['2', 'twice as much, doubled, a pair'],
    ['12', 'a dozen'],
    ['3', 'threefold'],
    ['9', 'XI'],
    ['9', 'viii'],
    ['5, 6', 'five six'],
    ['20, 6', 'twenty-six'],
    ['75 %', 'three quarters'],
    ['0.76', 'three quarters'],
    ['1', 'first and second'],
    ['2026-01-14', 'January 15'],
    ['2026-01-14', 'January 14, 2025'],
    ['2026-01-14', '14 leads'],
    ['2026-01-14', '2026-01-15'],
    ['2026-01-14', 'since Monday'],
    ['2026-01-14', 'since March'],
    ['2026-01-14', 'since monday'],
    ['2026-01-14', 'since Mon'],
    ['2026-01-14', '1/15/2026'],
    ['100', 'a thousand'],
    ['3', 'hundreds of leads'],
  ] as const)('%s: %s', ([given, said]) => {
    expect(outcomeOf(given, said)).toBe('number');
  });

  test('whatever the numbers and the way to write them', () => {
    const number = fc.integer({ min: 0, max: 2_000_000 });
    fc.assert(
      fc.property(fc.array(number, { maxLength: 6 }), number, fc.nat(), (given, lie, form) => {
        fc.pre(!given.includes(lie));
        const said = `it rose to ${writeNumber(lie, form)} at once`;
        expect([said, outcomeOf(given.map((value) => `${value} ; `).join(''), said)]).toEqual([said, 'number']);
      }),
    );
  });
});

describe('a text is dropped', () => {
  test.for([
    ['**12**', 'markup'],
    ['<b>12</b>', 'markup'],
    ['see evil.example', 'markup'],
    ['see https://evil', 'markup'],
    ['write to ada@example', 'markup'],
    ['½', 'markup'],
    ['٣ leads', 'markup'],
    ['тwelve', 'markup'],
    ['tw\u200Belve', 'markup'],
    ['１３', 'number'],
    ['Ⅸ', 'number'],
    ['“Ada Lovelace” wrote', 'name'],
    ['"Autumn offer" as well', 'name'],
    ['“Spring', 'markup'],
  ] as const)('%s: %s', ([said, fault]) => {
    expect(outcomeOf('12', said)).toBe(fault);
  });

  test.for(['', '  \n ', 'I cannot help with that.'])('that names no finding: %j', (text) => {
    const checked = checkText(text, { names: new Set([name]), stated: readStated('12') });
    expect(checked).toEqual({ fault: text.trim() === '' ? 'length' : 'name' });
  });
});

test('names stand in one kind of quotes, and their numbers count only inside of them', () => {
  const names = new Set(['Sale 50 %', 'Ad 7']);
  const given = { names, stated: readStated('12') };
  expect(checkText(' "Sale 50 %"  rose to 12\n«Ad 7» did not. ', given)).toEqual({
    text: '“Sale 50 %” rose to 12 “Ad 7” did not.',
  });
  expect(checkText('“Sale 50 %” rose by 50 %.', given)).toEqual({ fault: 'number' });
  expect(checkText(`“Ad 7” ${'a'.repeat(maxCharacters)}`, given)).toEqual({ fault: 'length' });
});
