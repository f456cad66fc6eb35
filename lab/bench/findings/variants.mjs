import { profiles } from './profiles.mjs';
import { settledCampaigns, shapes, windows } from './shapes.mjs';

/*
 * Accounts, noise and shapes that played no part in the detector's development. They reveal overfitting.
 */

const truthOf = (kind, target, day, end, direction, accept, cause) => ({
  kind,
  entity: target.id,
  day,
  end,
  direction,
  detectBy: day + windows[kind],
  accept: accept.map((one) => ({ kind, direction, ...one })),
  cause,
  size: {},
});

/** CPM, CTR or conversion rate worsens gradually over two weeks. */
const slowShift = (given) => {
  const { day, days, random, tools } = given;
  const [target] = settledCampaigns(given, 30);
  if (!target) return null;
  const onset = tools.quietDay(target, day, 14, 30);
  if (onset === null || tools.expected(target, onset - 28, onset).conversions < 3) return null;
  const size = random.between(1.7, 2.4);
  const factor = random.pick(['cpm', 'ctr', 'cvr']);
  const entities = tools.around(target, 'spend', onset);
  tools.apply(target, factor, onset, days, (age) => {
    const dearer = size ** Math.min(1, (age + 1) / 14);
    return factor === 'cpm' ? dearer : 1 / dearer;
  });
  const cause = { entities: tools.below(target), factors: [factor] };
  return { free: onset + 34, truths: [truthOf('cpl-shift', target, onset, days, 'up', [{ entities }], cause)] };
};

/** All campaigns spend more at once. */
const accountSpike = ({ account, day, random, tools }) => {
  const onset = account.paced ? null : tools.quietDay(account, day, 14, 18);
  if (onset === null) return null;
  const length = random.whole(4, 8);
  const size = random.between(2, 3);
  const entities = tools.around(account, 'spend', onset);
  tools.apply(account, 'spend', onset, onset + length, () => size);
  const cause = { entities: tools.below(account), factors: ['impressions'] };
  return {
    free: onset + length,
    truths: [truthOf('spend-spike', account, onset, onset + length, 'up', [{ entities }], cause)],
  };
};

/** One of several ad sets stops without an announced change, and its spend does not move elsewhere. */
const adSetToZero = (given) => {
  const { account, day, random, tools } = given;
  const target = settledCampaigns(given)
    .filter(({ adSets }) => adSets.length > 1)
    .flatMap(({ adSets }) => adSets)[0];
  if (!target || account.paced) return null;
  const onset = tools.quietDay(target, day, 14, 16);
  if (onset === null) return null;
  const length = random.whole(5, 10);
  const entities = tools.around(target, 'spend', onset);
  tools.apply(target, 'spend', onset, onset + length, () => 0);
  const cause = { entities: tools.below(target), factors: ['impressions'] };
  return {
    free: onset + length,
    truths: [truthOf('spend-to-zero', target, onset, onset + length, 'down', [{ entities }], cause)],
  };
};

/** A new campaign spends as much as all others together, at three times their cost per lead. Only its start is announced. */
const mixShift = ({ account, day, days, tools }) => {
  const onset = tools.quietDay(account, day, 14, 34);
  if (onset === null || account.paced) return null;
  const { conversions } = tools.expected(account, onset - 28, onset);
  if (conversions < 4) return null;
  const costPerLead = 3 * Math.max(...account.campaigns.map((campaign) => campaign.costPerLead));
  const campaign = account.addCampaign({ from: onset, leads: conversions / 3, costPerLead });
  tools.share(campaign);
  const cause = { entities: [account.id], factors: ['mix'] };
  const accept = [{ entities: [account.id] }];
  return { free: onset + 34, truths: [truthOf('cpl-shift', account, onset, days, 'up', accept, cause)] };
};

/** The platform reports the conversions of some days a few days late. Nothing is wrong. */
const lateReport = ({ account, days, random, tools }) => {
  const from = random.whole(90, days - 60);
  const length = random.whole(1, 2);
  for (let day = from; day < from + length; day += 1) account.reportedFrom[day] = from + length + 1;
  return {
    free: from + 20,
    truths: [{ entity: account.id, day: from, end: from + length, cause: { entities: tools.below(account) } }],
  };
};

/** The account moves to another time zone. */
const zoneMove = ({ account, days, random }) => {
  const day = random.whole(90, days - 60);
  account.zoneChange = { day, timeZone: account.timeZone === 'Asia/Tokyo' ? 'America/New_York' : 'Asia/Tokyo' };
  return { free: day + 20, truths: [{ entity: account.id, day, end: day + 3 }] };
};

export const variantShapes = { ...shapes, slowShift, accountSpike, adSetToZero, mixShift, lateReport, zoneMove };

const shapesOfAll = ['spendSpike', 'spendToZero', 'leadsStopped', 'cplShift', 'leadDrought', 'creativeDecay', 'pacing'];
const others = {
  shapes: [...shapesOfAll, 'slowShift', 'accountSpike', 'adSetToZero', 'mixShift'],
  traps: ['lateReport', 'zoneMove'],
};

const list = [
  {
    ...profiles.steady,
    ...others,
    name: 'small',
    start: '2025-01-06',
    leadsPerDay: [0.5, 1.6],
    costPerLead: [20, 120],
    dispersion: 9,
  },
  {
    ...profiles.noisy,
    ...others,
    name: 'rough',
    start: '2025-05-12',
    dispersion: 8,
    noise: { account: 0.15, campaign: 0.12, cpm: 0.07, ctr: 0.1, cvr: 0.09, phi: 0.8 },
  },
  {
    ...profiles.busy,
    ...others,
    name: 'edited',
    start: '2025-09-01',
    legit: { ...profiles.busy.legit, edited: 0.9, edits: 2.5, rotations: 3.5 },
  },
  {
    ...profiles.late,
    ...others,
    name: 'slow',
    start: '2025-03-31',
    lag: { none: 0.3, more: 0.8, max: 7 },
    corrections: 0.1,
    failedReads: 0.1,
    missingDays: 0.025,
    rhythm: 1.5,
  },
];

export const variants = Object.fromEntries(list.map((profile) => [profile.name, profile]));
