import type { Finding } from './contracts/findings.ts';
import type { FindingDirection, FindingFactor, FindingKind } from './findings.ts';
import type { Day } from './lib/dateRange.ts';

const locale = 'en-US';
const dayOfWeek = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});
const monthName = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
const counts = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 });
const largeCounts = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });

const dayWords = (day: Day): string => dayOfWeek.format(new Date(`${day}T00:00:00Z`));

const countWords = (value: number): string => (Math.abs(value) < 10 ? counts : largeCounts).format(value);

/** Whether a sentence shows cents, which matter in small amounts: `€6.43 to €17.36`, but `€21 to €36`. */
const haveCents = (values: readonly number[]): boolean =>
  values.some((value) => value > 0 && value < 10) && !values.every(Number.isInteger);

const moneyWords = (value: number, currency: string | null, hasCents: boolean): string => {
  const digits = hasCents ? {} : { maximumFractionDigits: 0 };
  // Intl throws unless the code has three letters, and platforms have sent empty codes.
  return currency && /^[A-Za-z]{3}$/.test(currency)
    ? new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(value)
    : new Intl.NumberFormat(locale, { maximumFractionDigits: 2, ...digits }).format(value);
};

const factorClauses: Readonly<Record<FindingFactor, Readonly<Record<FindingDirection, string>>>> = {
  impressions: { up: 'ads are shown more often', down: 'ads are shown less often' },
  cpm: { up: 'impressions cost more', down: 'impressions cost less' },
  ctr: { up: 'more people click', down: 'fewer people click' },
  cvr: { up: 'more visitors send the form', down: 'fewer visitors send the form' },
  mix: { up: 'more of the money goes to dearer leads', down: 'more of the money goes to cheaper leads' },
  tracking: { up: 'conversions are counted again', down: 'conversions are no longer counted' },
  form: { up: 'leads arrive in the form again', down: 'no leads arrive in the form' },
  spend: { up: 'more is spent', down: 'less is spent' },
  other: { up: 'something else has changed', down: 'something else has changed' },
};

/** The clause after "because". `direction` is the change of the factor: a rate, price or number. */
export const factorWords = (factor: FindingFactor, direction: FindingDirection): string =>
  factorClauses[factor][direction];

/** The clause for a cause. A falling rate raises costs and lowers lead numbers. */
export const causeWords = (kind: FindingKind, { factor, part }: { factor: FindingFactor; part: number }): string => {
  const isInverse = kind === 'cpl-shift' && (factor === 'ctr' || factor === 'cvr');
  return factorWords(factor, part > 0 === isInverse ? 'down' : 'up');
};

const shares = [
  { from: 0.95, words: '' },
  { from: 0.83, words: 'nine tenths of it ' },
  { from: 0.71, words: 'three quarters of it ' },
  { from: 0.58, words: 'two thirds of it ' },
  { from: 0.42, words: 'half of it ' },
  { from: 0.29, words: 'a third of it ' },
] as const;

/** The input for a sentence about a finding. */
export type SaidFinding = Pick<
  Finding,
  'kind' | 'entity' | 'direction' | 'currency' | 'since' | 'ended' | 'change' | 'causes'
>;

/** The largest part: `; three quarters of it because fewer visitors send the form`. */
const causeClause = ({ kind, entity, change, causes }: SaidFinding): string => {
  const [first] = causes;
  const total = change.after.value - change.before.value;
  if (!first || total === 0 || first.factor === 'other') return '';
  const share = shares.find(({ from }) => first.part / total >= from)?.words ?? 'the largest part of it ';
  const words = causeWords(kind, first);
  if (first.entity.level !== entity.level || first.entity.id !== entity.id)
    return `; ${share || 'all of it '}at ${first.entity.name}, because ${words}`;
  return share ? `; ${share}because ${words}` : `, because ${words}`;
};

const daysClause = ({ since, ended }: SaidFinding): string => {
  if (!ended) return `since ${dayWords(since)}`;
  return ended.on <= since ? `on ${dayWords(since)}` : `between ${dayWords(since)} and ${dayWords(ended.on)}`;
};

/** The text before and after the entity name. */
const frame = (finding: SaidFinding): [before: string, after: string] => {
  const { kind, direction, currency, change, ended } = finding;
  const { before, after } = change;
  const days = daysClause(finding);
  const moved = direction === 'up' ? 'rose' : 'fell';
  const has = ended ? '' : 'has ';
  const hasCents = haveCents([before.value, after.value]);
  const from = moneyWords(before.value, currency, hasCents);
  const to = moneyWords(after.value, currency, hasCents);
  switch (kind) {
    case 'spend-spike':
      return ['Spend of ', ` ${moved} from ${from} to ${to} a day ${days}${causeClause(finding)}`];
    case 'spend-to-zero':
      return after.value === 0
        ? ['', ` ${has}spent nothing ${days}, after ${from} a day before`]
        : ['Spend of ', ` ${moved} from ${from} to ${to} a day ${days}`];
    case 'leads-stopped': {
      const leads = countWords(before.value);
      const cause = causeClause(finding);
      return after.value === 0
        ? ['', ` ${has}brought no leads ${days}, after ${leads} a day before${cause}`]
        : ['Leads of ', ` ${moved} from ${leads} to ${countWords(after.value)} a day ${days}${cause}`];
    }
    case 'cpl-shift':
      return ['Cost per conversion of ', ` ${moved} from ${from} to ${to} ${days}${causeClause(finding)}`];
    case 'lead-drought':
      return [
        `No lead ${ended ? 'arrived' : 'has arrived'} in the form `,
        ` ${days}, after ${countWords(before.value)} a day before`,
      ];
    case 'creative-decay':
      return [
        'Leads of ',
        ` ${moved} from ${countWords(before.value)} to ${countWords(after.value)} per thousand impressions ${days}${causeClause(finding)}`,
      ];
    case 'pacing': {
      const month = monthName.format(new Date(`${change.before.since}T00:00:00Z`));
      const off = Math.round(100 * Math.abs(after.value / before.value - 1));
      const pace = ended ? 'was' : 'is';
      return [
        '',
        ` ${pace} on course to spend ${to} in ${month}, ${off}% ${direction === 'up' ? 'more' : 'less'} than the budget of ${from}`,
      ];
    }
    default:
      kind satisfies never;
      return ['', ''];
  }
};

/** A finding as a plain sentence without a period. The entity name begins at `nameAt`. */
export const findingSentence = (finding: SaidFinding): { text: string; nameAt: number } => {
  const [before, after] = frame(finding);
  return { text: `${before}${finding.entity.name}${after}`, nameAt: before.length };
};
