import type { Tone } from '#client/components/values/Badge.tsx';
import { formatMoney } from '#client/lib/format.ts';
import type { Finding } from '#shared/contracts/findings.ts';
import type {
  FindingEnd,
  FindingFactor,
  FindingKind,
  FindingMark,
  FindingSampleUnit,
  FindingSeriesKind,
} from '#shared/findings.ts';

type Measure = { kind: 'money' | 'count' };
const money: Measure = { kind: 'money' };
const count: Measure = { kind: 'count' };

/** The changed quantity, and its unit. */
const measures: Readonly<Record<FindingKind, Measure & { unit: string }>> = {
  'spend-spike': { ...money, unit: 'a day' },
  'spend-to-zero': { ...money, unit: 'a day' },
  'leads-stopped': { ...count, unit: 'leads a day' },
  'cpl-shift': { ...money, unit: 'per lead' },
  'lead-drought': { ...count, unit: 'leads a day' },
  'creative-decay': { ...count, unit: 'leads per thousand impressions' },
  pacing: { ...money, unit: 'in the month' },
};

export const unitOf = (kind: FindingKind): string => measures[kind].unit;

const threeDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** Formats a value of the change, a part or the expected range. */
export const formatValue = ({ kind, currency }: Pick<Finding, 'kind' | 'currency'>, value: number): string =>
  measures[kind].kind === 'money' ? formatMoney(value, currency) : threeDigits.format(value);

/** Adds the sign: `+€13.10`, `−0.4`. */
export const formatPart = (finding: Pick<Finding, 'kind' | 'currency'>, part: number): string =>
  `${part < 0 ? '−' : '+'}${formatValue(finding, Math.abs(part))}`;

export const seriesMeasures: Readonly<Record<FindingSeriesKind, Measure & { label: string; note?: string }>> = {
  spend: { ...money, label: 'Spend' },
  conversions: { ...count, label: 'Conversions' },
  leads: { ...count, label: 'Leads in the form' },
  costPer7Days: { ...money, label: 'Cost per conversion', note: 'Each point stands for seven days' },
  yieldPer7Days: {
    ...count,
    label: 'Leads per thousand impressions',
    note: 'Each point stands for seven days',
  },
  monthSpend: { ...money, label: 'Spend of the month' },
};

/** Factor names as part titles. */
export const factorNames: Readonly<Record<FindingFactor, string>> = {
  impressions: 'Impressions',
  cpm: 'Cost per thousand impressions',
  ctr: 'Clicks per impression',
  cvr: 'Leads per click',
  mix: 'Mix of campaigns',
  tracking: 'Counting of conversions',
  form: 'The form',
  spend: 'Spend',
  other: 'Everything else',
};

export const sampleNames: Readonly<Record<FindingSampleUnit, string>> = {
  days: 'day',
  clicks: 'click',
  conversions: 'conversion',
  leads: 'lead',
};

export const endWords: Readonly<Record<FindingEnd, string>> = {
  over: 'Back to what is expected',
  corrected: 'Corrected: later figures do not show it any more',
  normal: 'It has lasted so long that it counts as normal',
  month: 'The month has ended',
  gone: 'The account is no longer read',
};

export const markNames: Readonly<Record<FindingMark, string>> = { seen: 'Seen', expected: 'Expected', fixed: 'Fixed' };
export const markTones: Readonly<Record<FindingMark, Tone>> = {
  seen: 'neutral',
  expected: 'neutral',
  fixed: 'success',
};

const nextSteps: Readonly<Record<FindingKind, readonly string[]>> = {
  'spend-spike': [
    'Open the change history at the platform: did somebody raise a budget or a bid on the first of these days?',
    'If the spend is not wanted, lower the daily budget until the cause is known.',
    'If it is wanted, mark the finding as expected.',
  ],
  'spend-to-zero': [
    'Check the payment method and the limits of the account at the platform.',
    'Check whether ads were rejected, and whether an end date or a schedule has passed.',
    'If the stop is wanted, pause the campaign at the platform, so that its state says so.',
  ],
  'leads-stopped': [
    'Send a test lead through the ad, and see whether it arrives here and at the platform.',
    'Ask who changed the form, the page or its tags on the first of these days.',
    'Pause what spends without leads until the test arrives.',
  ],
  'cpl-shift': [
    'Start with the largest part above: it names the place and the factor.',
    'Compare ads, audiences and landing page with those of the days before.',
    'Wait a week before the next change, so that its effect can be seen.',
  ],
  'lead-drought': [
    'Send a test lead with the platform’s own testing tool.',
    'Check in Settings that the connection may still read leads.',
    'If the platform counts leads that are missing here, export them there, so that nobody waits for an answer.',
  ],
  'creative-decay': [
    'Look up at the platform how often the same people have seen the ad.',
    'Run a new ad beside it, and compare both after a week or two.',
    'Give its budget to the ads that still work.',
  ],
  pacing: [
    'Decide which of the two is right: the budget or the spend.',
    'Change the daily budgets of the largest campaigns at the platform, or the budget of the month here.',
  ],
};

/** Suggested next steps. A lower cost needs different steps. */
export const nextStepsOf = ({ kind, direction }: Pick<Finding, 'kind' | 'direction'>): readonly string[] =>
  kind === 'cpl-shift' && direction === 'down'
    ? [
        'Find out with the largest part above what went well.',
        'Check with a few leads whether they are as good as before.',
        'Raise the budget in small steps, if more leads are wanted.',
      ]
    : nextSteps[kind];
