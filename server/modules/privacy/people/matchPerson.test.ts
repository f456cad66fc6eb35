import { describe, expect, it } from 'vitest';
import { createPersonMatcher, readPhone } from './matchPerson.ts';

const byPhone = createPersonMatcher({ email: null, phone: '+49 171 2345678' });
const byEmail = createPersonMatcher({ email: 'Ada@Example.test', phone: null });

describe('a phone number', () => {
  it.each([
    '+491712345678',
    '0171 2345678',
    '0171/2345678',
    '(0171) 234-56-78',
    '+49 (0)171 2345678',
    '+49 0171 2345678',
    '0049 171 2345678',
    '1712345678',
    'call me after six: 0171 2345678, thanks',
    'office 030 1234567 / mobile 0171 2345678',
    'house 12345 0171 2345678',
    '٠١٧١٢٣٤٥٦٧٨',
    '0171\u20112345678',
    '+49\u22120171\u20132345678',
  ])('is found in %j', (text) => {
    expect(byPhone.isIn(['', text])).toBe(true);
  });

  it.each(['2345678', '0171 2345679', '0172 2345678', '+43 1712345678', '9991712345678123', 'ada@example.test', ''])(
    'is not found in %j',
    (text) => {
      expect(byPhone.isIn([text])).toBe(false);
    },
  );

  it('without a country code matches the same number with one', () => {
    const matcher = createPersonMatcher({ email: null, phone: '(555) 123-4567' });
    expect(matcher.isIn(['+1 555 123 4567'])).toBe(true);
    expect(matcher.isIn(['+1 556 123 4567'])).toBe(false);
  });

  it('has seven to fifteen digits', () => {
    expect(['12 34 56', '+49 171', '1234567890123456'].map(readPhone)).toEqual([null, null, null]);
    expect(readPhone('0030 123 4567')).toBe('301234567');
  });
});

describe('an e-mail address', () => {
  it.each([
    'ada@example.test',
    ' ADA@EXAMPLE.TEST ',
    'mailto:ada@example.test',
    'Write to <ada@example.test>.',
    'Email=ada@example.test&Name=Ada',
    'joan@example.test/ada@example.test/grace@example.test',
    "'ada@example.test', ‘joan@example.test’",
    '“ada@example.test”',
    "ada@example.test's form",
    '\u200bada@example.test\u200b',
  ])('is found in %j', (text) => {
    expect(byEmail.isIn([text])).toBe(true);
  });

  it('with an apostrophe is matched as a whole, not by its ending', () => {
    const text = "o'brien@example.test";
    const looksFor = (email: string) => createPersonMatcher({ email, phone: null });
    expect(looksFor("O'Brien@example.test").isIn([`Write to '${text}'.`])).toBe(true);
    expect(looksFor('brien@example.test').isIn([text])).toBe(false);
  });

  it.each(['nada@example.test', 'ada@example.test.org', 'ada+news@example.test', 'ada at example.test'])(
    'is not found in %j',
    (text) => {
      expect(byEmail.isIn([text])).toBe(false);
    },
  );
});
