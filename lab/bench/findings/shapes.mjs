/**
 * Shapes of planted events. A shape receives an account, the earliest day and a grade. It changes the account's multipliers
 * and returns the truth, or null if it does not fit; then another shape is tried.
 */
const strength = { easy: 0, medium: 1, hard: 2 };
const graded = (grade, list) => list[strength[grade]];

/** How many days after the onset a finding still counts as timely. */
export const windows = {
  'spend-spike': 5,
  'spend-to-zero': 5,
  'leads-stopped': 14,
  'cpl-shift': 28,
  'lead-drought': 10,
  'creative-decay': 42,
  pacing: 31,
};

/** Campaigns that ran for the last four weeks and continue, in random order. */
export const settledCampaigns = ({ account, random, tools, day }, after = 20) =>
  random
    .shuffle(account.campaigns)
    .filter((campaign) => campaign.from <= day - 35 && tools.quietDay(campaign, day, 14, after) !== null);

export const spendSpike = (given) => {
  const { random, day, grade, tools } = given;
  const [campaign] = settledCampaigns(given);
  if (!campaign || given.account.paced) return null;
  const onset = tools.quietDay(campaign, day, 14, 18);
  if (onset === null) return null;
  const target = campaign.adSets.length > 1 && random.chance(0.3) ? random.pick(campaign.adSets) : campaign;
  if (!tools.isQuiet(target, onset - 14, onset + 18)) return null;
  const factor = Math.max(
    random.between(
      ...graded(grade, [
        [2.8, 4.5],
        [1.9, 2.4],
        [1.45, 1.65],
      ]),
    ),
    Math.exp(graded(grade, [6, 4.5, 3.2]) * tools.spendError(target)),
  );
  const length = random.whole(4, 9);
  const dearer = random.chance(0.4);
  const accepted = tools.around(target, 'spend', onset);
  tools.apply(target, 'spend', onset, onset + length, () => factor);
  if (dearer) tools.apply(target, 'cpm', onset, onset + length, () => factor);
  return {
    free: onset + length,
    truths: [
      {
        kind: 'spend-spike',
        entity: target.id,
        day: onset,
        end: onset + length,
        direction: 'up',
        detectBy: onset + windows['spend-spike'],
        accept: [{ kind: 'spend-spike', direction: 'up', entities: accepted }],
        cause: { entities: tools.below(target), factors: [dearer ? 'cpm' : 'impressions'] },
        size: { factor },
      },
    ],
  };
};

export const spendToZero = (given) => {
  const { account, random, day, grade, tools } = given;
  if (account.paced) return null;
  const whole = tools.expected(account, day - 28, day).spend;
  const share = (campaign) => tools.expected(campaign, day - 28, day).spend / whole;
  const target =
    grade === 'easy'
      ? account
      : settledCampaigns(given).find((campaign) =>
          grade === 'medium' ? share(campaign) >= 0.25 : share(campaign) < 0.25,
        );
  if (!target || account.campaigns.length < 2) return null;
  const onset = tools.quietDay(target, day, 10, 16);
  if (onset === null) return null;
  const rest = grade === 'hard' && random.chance(0.5) ? random.between(0.02, 0.06) : 0;
  const length = random.whole(5, 12);
  const accepted = tools.around(target, 'spend', onset);
  tools.apply(target, 'spend', onset, onset + length, () => rest);
  return {
    free: onset + length,
    truths: [
      {
        kind: 'spend-to-zero',
        entity: target.id,
        day: onset,
        end: onset + length,
        direction: 'down',
        detectBy: onset + windows['spend-to-zero'],
        accept: [{ kind: 'spend-to-zero', direction: 'down', entities: accepted }],
        cause: { entities: tools.below(target), factors: ['impressions'] },
        size: { rest },
      },
    ],
  };
};

export const leadsStopped = (given) => {
  const { account, random, day, tools } = given;
  const fits = (entity) => tools.expected(entity, day - 28, day).conversions >= 0.9;
  const candidates = [...settledCampaigns(given), ...(random.chance(0.4) ? [account] : [])];
  const target = random.shuffle(candidates).find(fits);
  if (!target) return null;
  const onset = tools.quietDay(target, day, 10, 18);
  if (onset === null) return null;
  const length = random.whole(8, 15);
  const forms = tools.formsOf(target, onset);
  const cause = random.chance(0.5) || forms.length === 0 ? 'track' : 'form';
  const accepted = tools.around(target, 'conversions', onset);
  const { conversions } = tools.expected(target, onset - 28, onset);
  tools.apply(target, cause, onset, onset + length, () => 0);
  const formIds = cause === 'form' ? forms.map(({ id }) => id) : [];
  return {
    free: onset + length,
    truths: [
      {
        grade: conversions >= 6 ? 'easy' : conversions >= 2.5 ? 'medium' : 'hard',
        kind: 'leads-stopped',
        entity: target.id,
        day: onset,
        end: onset + length,
        direction: 'down',
        detectBy: onset + windows['leads-stopped'],
        accept: [
          { kind: 'leads-stopped', direction: 'down', entities: [...accepted, ...formIds] },
          ...(formIds.length > 0 ? [{ kind: 'lead-drought', direction: 'down', entities: formIds }] : []),
        ],
        cause: {
          entities: [...tools.below(target), ...formIds],
          // Without separate forms, tracking and form problems look the same.
          factors:
            forms.length === 0 ? ['tracking', 'form', 'cvr'] : cause === 'track' ? ['tracking'] : ['form', 'cvr'],
        },
        size: { perDay: conversions },
      },
    ],
  };
};

/** A factor for cost per lead that stands out from the noise, by more standard errors for easier grades. Null: too noisy for that. */
export const costFactor = (tools, entity, day, grade) => {
  const factor = Math.exp(graded(grade, [8, 5.5, 3.8]) * tools.costError(entity, day));
  return factor > 3.2 ? null : Math.max(factor, graded(grade, [1.7, 1.4, 1.25]));
};

export const cplShift = (given) => {
  const { account, random, day, grade, tools } = given;
  const candidates = [...settledCampaigns(given, 30), ...(random.chance(0.3) ? [account] : [])];
  const target = random.shuffle(candidates).find((entity) => costFactor(tools, entity, day, grade));
  if (!target) return null;
  const onset = tools.quietDay(target, day, 14, 30);
  if (onset === null) return null;
  const size = costFactor(tools, target, onset, grade);
  const factor = random.pick(['cpm', 'ctr', 'cvr']);
  const up = random.chance(0.75);
  const accepted = tools.around(target, 'spend', onset);
  const dearer = up ? size : 1 / size;
  tools.apply(target, factor, onset, given.days, () => (factor === 'cpm' ? dearer : 1 / dearer));
  return {
    free: onset + 30,
    truths: [
      {
        kind: 'cpl-shift',
        entity: target.id,
        day: onset,
        end: given.days,
        direction: up ? 'up' : 'down',
        detectBy: onset + windows['cpl-shift'],
        accept: [{ kind: 'cpl-shift', direction: up ? 'up' : 'down', entities: accepted }],
        cause: { entities: tools.below(target), factors: [factor] },
        size: { factor: dearer },
      },
    ],
  };
};

const formFlow = (tools, form, day) => form.organic + tools.expected(form, day - 28, day).conversions;

export const leadDrought = (given) => {
  const { account, random, day, tools } = given;
  const form = random
    .shuffle(account.forms)
    .find((one) => formFlow(tools, one, day) >= 1.3 && tools.isQuiet(one, day - 7, day + 12));
  if (!form) return null;
  const perDay = formFlow(tools, form, day);
  const length = random.whole(4, 8);
  const hour = random.whole(0, 20);
  form.silentFrom = { day, hour };
  for (let at = day + 1; at < Math.min(day + 1 + length, given.days); at += 1) form.receive[at] = 0;
  return {
    free: day + length + 1,
    truths: [
      {
        grade: perDay >= 8 ? 'easy' : perDay >= 3.5 ? 'medium' : 'hard',
        kind: 'lead-drought',
        entity: form.id,
        day,
        end: day + length + 1,
        direction: 'down',
        detectBy: day + windows['lead-drought'],
        accept: [
          { kind: 'lead-drought', direction: 'down', entities: [form.id] },
          { kind: 'leads-stopped', direction: 'down', entities: [form.id] },
        ],
        cause: { entities: [form.id], factors: ['form', 'tracking'] },
        size: { perDay, hour },
      },
    ],
  };
};

export const creativeDecay = (given) => {
  const { account, random, day, grade, tools } = given;
  const campaigns = settledCampaigns(given, 30);
  const least = graded(grade, [1.5, 1.2, 1]);
  const ad = random
    .shuffle(campaigns.flatMap((campaign) => campaign.ads))
    .find(
      (one) =>
        one.from <= day - 30 &&
        tools.expected(one, day - 28, day).conversions >= least &&
        tools.isQuiet(one, day - 25, day + 45),
    );
  if (!ad || day > given.days - 50) return null;
  const [floor, length] = graded(grade, [
    [0.33, 24],
    [0.45, 30],
    [0.55, 36],
  ]);
  const ctrShare = random.between(0.4, 0.6);
  const rest = (age) => floor ** Math.min(1, (age + 1) / length);
  const accepted = tools.around(ad, 'spend', day);
  const replaced = day + 48;
  tools.apply(ad, 'ctr', day, given.days, (age) => rest(age) ** ctrShare);
  tools.apply(ad, 'cvr', day, given.days, (age) => rest(age) ** (1 - ctrShare));
  // Finally somebody pauses the worn-out ad, and the others get its spend.
  if (
    replaced < given.days &&
    ad.campaign.ads.some((other) => other !== ad && other.from <= replaced && other.to === given.days)
  ) {
    ad.to = replaced;
    account.note(replaced, ad, 'status', 'active', 'paused');
    tools.share(ad.campaign);
  }
  return {
    free: Math.min(replaced + 4, given.days),
    truths: [
      {
        kind: 'creative-decay',
        entity: ad.id,
        day,
        end: replaced,
        direction: 'down',
        detectFrom: day + 4,
        detectBy: day + windows['creative-decay'],
        accept: [
          { kind: 'creative-decay', direction: 'down', entities: accepted },
          { kind: 'cpl-shift', direction: 'up', entities: accepted },
        ],
        cause: { entities: tools.below(ad), factors: ['ctr', 'cvr'] },
        size: { floor, length },
      },
    ],
  };
};

export const pacing = (given) => {
  const { account, context, random, day, grade, tools } = given;
  if (!account.paced) return null;
  const found = context.months.find(
    ({ month, from }) => from >= day && from < day + 25 && !account.budgets.some((budget) => budget.month === month),
  );
  if (!found || found.to > given.days) return null;
  const off = random.between(
    ...graded(grade, [
      [0.4, 0.6],
      [0.26, 0.36],
      [0.16, 0.22],
    ]),
  );
  const over = random.chance(0.6);
  const spend = tools.expected(account, found.from, found.to).spend * (found.to - found.from);
  account.budgets.push({
    month: found.month,
    amount: spend / (over ? 1 + off : 1 - off),
    read: found.from - random.whole(1, 5),
  });
  return {
    free: found.to,
    truths: [
      {
        kind: 'pacing',
        entity: account.id,
        day: found.from,
        end: found.to,
        direction: over ? 'up' : 'down',
        detectFrom: found.from + 2,
        detectBy: found.to - 2,
        accept: [{ kind: 'pacing', direction: over ? 'up' : 'down', entities: [account.id] }],
        cause: { entities: tools.below(account), factors: ['spend'] },
        size: { off },
      },
    ],
  };
};

export const shapes = { spendSpike, spendToZero, leadsStopped, cplShift, leadDrought, creativeDecay, pacing };
