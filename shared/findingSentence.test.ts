import { expect, test } from 'vitest';
import { causeWords, factorWords, findingSentence } from './findingSentence.ts';
import type { SaidFinding } from './findingSentence.ts';

const campaign = { level: 'campaign', id: 'campaign:1', name: 'Spring offer' } as const;
const ad = { level: 'ad', id: 'ad:7', name: 'Red shoes' } as const;
const form = { level: 'form', id: 'form:3', name: 'Newsletter' } as const;
const account = { level: 'account', id: 'account:9', name: 'Acme Europe' } as const;

const finding = (kind: SaidFinding['kind'], before: number, after: number, rest: Partial<SaidFinding> = {}) => ({
  kind,
  entity: campaign,
  direction: after > before ? ('up' as const) : ('down' as const),
  currency: 'EUR',
  since: '2025-01-14',
  ended: null,
  change: {
    unit: '',
    before: { since: '2024-12-17', until: '2025-01-13', value: before },
    after: { since: '2025-01-14', until: '2025-01-20', value: after },
  },
  causes: [{ entity: campaign, factor: 'cvr' as const, part: after - before }],
  ...rest,
});

const month = (before: number, after: number) => ({
  unit: 'currency per month',
  before: { since: '2025-01-01', until: '2025-01-31', value: before },
  after: { since: '2025-01-01', until: '2025-01-31', value: after },
});

test.each([
  [
    finding('cpl-shift', 21.4, 35.9, { causes: [{ entity: campaign, factor: 'cvr', part: 11 }] }),
    'Cost per conversion of Spring offer rose from €21 to €36 since Tuesday, January 14; three quarters of it because fewer visitors send the form',
  ],
  [
    finding('cpl-shift', 36, 9.5),
    'Cost per conversion of Spring offer fell from €36.00 to €9.50 since Tuesday, January 14, because more visitors send the form',
  ],
  [
    finding('cpl-shift', 20, 30, { entity: account, causes: [{ entity: campaign, factor: 'cpm', part: 5 }] }),
    'Cost per conversion of Acme Europe rose from €20 to €30 since Tuesday, January 14; half of it at Spring offer, because impressions cost more',
  ],
  [
    finding('cpl-shift', 20, 30, { entity: account, causes: [{ entity: account, factor: 'mix', part: 9 }] }),
    'Cost per conversion of Acme Europe rose from €20 to €30 since Tuesday, January 14; nine tenths of it because more of the money goes to dearer leads',
  ],
  [
    finding('spend-spike', 120, 310, { causes: [{ entity: ad, factor: 'impressions', part: 190 }] }),
    'Spend of Spring offer rose from €120 to €310 a day since Tuesday, January 14; all of it at Red shoes, because ads are shown more often',
  ],
  [
    finding('spend-spike', 12_000, 31_000, { currency: 'JPY', causes: [{ entity: ad, factor: 'cpm', part: 3000 }] }),
    'Spend of Spring offer rose from ¥12,000 to ¥31,000 a day since Tuesday, January 14; the largest part of it at Red shoes, because impressions cost more',
  ],
  [
    finding('spend-to-zero', 120, 0),
    'Spring offer has spent nothing since Tuesday, January 14, after €120 a day before',
  ],
  [finding('spend-to-zero', 120, 2), 'Spend of Spring offer fell from €120 to €2 a day since Tuesday, January 14'],
  [
    finding('leads-stopped', 4.21, 0, { causes: [{ entity: campaign, factor: 'tracking', part: -4.21 }] }),
    'Spring offer has brought no leads since Tuesday, January 14, after 4.2 a day before, because conversions are no longer counted',
  ],
  [
    finding('leads-stopped', 14.6, 0.25, { causes: [{ entity: campaign, factor: 'form', part: -14.35 }] }),
    'Leads of Spring offer fell from 15 to 0.25 a day since Tuesday, January 14, because no leads arrive in the form',
  ],
  [
    finding('lead-drought', 8.3, 0, { entity: form, causes: [{ entity: form, factor: 'form', part: -8.3 }] }),
    'No lead has arrived in the form Newsletter since Tuesday, January 14, after 8.3 a day before',
  ],
  [
    finding('creative-decay', 4.1, 2.6, { entity: ad, causes: [{ entity: ad, factor: 'ctr', part: -0.75 }] }),
    'Leads of Red shoes fell from 4.1 to 2.6 per thousand impressions since Tuesday, January 14; half of it because fewer people click',
  ],
  [
    finding('pacing', 10_000, 12_400, { entity: account, change: month(10_000, 12_400) }),
    'Acme Europe is on course to spend €12,400 in January, 24% more than the budget of €10,000',
  ],
  [
    finding('pacing', 10_000, 7_900, { entity: account, change: month(10_000, 7_900) }),
    'Acme Europe is on course to spend €7,900 in January, 21% less than the budget of €10,000',
  ],
])('a finding of %o reads as a sentence', (said, text) => {
  expect(findingSentence(said).text).toBe(text);
});

test('an ended finding states its days', () => {
  const ended = (on: string) => ({ ended: { on, why: 'over' as const } });
  expect(findingSentence(finding('spend-to-zero', 120, 0, ended('2025-01-17'))).text).toBe(
    'Spring offer spent nothing between Tuesday, January 14 and Friday, January 17, after €120 a day before',
  );
  expect(findingSentence(finding('lead-drought', 8, 0, { entity: form, ...ended('2025-01-14') })).text).toBe(
    'No lead arrived in the form Newsletter on Tuesday, January 14, after 8 a day before',
  );
});

test('keeps the entity name unchanged and returns its position', () => {
  const { text, nameAt } = findingSentence(
    finding('cpl-shift', 20, 30, { entity: { ...campaign, name: '<b>of</b> "of" rose' }, currency: null }),
  );
  expect(text.slice(nameAt)).toMatch(/^<b>of<\/b> "of" rose rose from 20 to 30 since/);
});

test('a falling rate raises costs and lowers lead numbers', () => {
  expect(causeWords('cpl-shift', { factor: 'cvr', part: 3 })).toBe(factorWords('cvr', 'down'));
  expect(causeWords('creative-decay', { factor: 'cvr', part: -3 })).toBe(factorWords('cvr', 'down'));
  expect(causeWords('cpl-shift', { factor: 'cpm', part: 3 })).toBe(factorWords('cpm', 'up'));
  expect(causeWords('cpl-shift', { factor: 'mix', part: -3 })).toBe(factorWords('mix', 'down'));
});
