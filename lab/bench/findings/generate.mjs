/**
 * Generates test data for the findings detector: daily ad rows and lead times, with planted events whose day, entity and
 * cause are known. docs/FINDINGS.md describes the lines. The same seed produces the same bytes.
 */
import { shapes as developmentShapes } from './shapes.mjs';

const dayMs = 86_400_000;

// Randomness ------------------------------------------------------------------------------------------------------------

const hash = (text) => {
  let value = 2166136261;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 16777619);
  return value >>> 0;
};

/** Each purpose has a separate random stream, so that planting an event does not change any other draw. */
export const makeRandom = (...names) => {
  let state = hash(names.join('/')) || 1;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low, high) => low + (high - low) * next();
  const whole = (low, high) => low + Math.floor(next() * (high - low + 1));
  const pick = (list) => list[Math.floor(next() * list.length)];
  const chance = (share) => next() < share;
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const logBetween = (low, high) => Math.exp(between(Math.log(low), Math.log(high)));
  const gamma = (shape) => {
    if (shape < 1) return gamma(shape + 1) * (1 - next()) ** (1 / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = normal();
      const v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(1 - next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  };
  const poisson = (mean) => {
    if (!(mean > 0)) return 0;
    if (mean > 40) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = 1 - next(); product > limit; product *= 1 - next()) count += 1;
    return count;
  };
  /** Negative binomial draw with the variance mean + mean² / dispersion. */
  const negativeBinomial = (mean, dispersion) => (mean > 0 ? poisson((mean * gamma(dispersion)) / dispersion) : 0);
  const weighted = (weights) => {
    let rest = next() * weights.reduce((sum, weight) => sum + weight, 0);
    const index = weights.findIndex((weight) => (rest -= weight) < 0);
    return index < 0 ? weights.length - 1 : index;
  };
  const shuffle = (list) => {
    const copy = [...list];
    for (let i = copy.length - 1; i > 0; i -= 1) {
      const j = Math.floor(next() * (i + 1));
      [copy[i], copy[j]] = [copy[j], copy[i]];
    }
    return copy;
  };
  return { next, between, whole, pick, chance, normal, logBetween, poisson, negativeBinomial, weighted, shuffle };
};

// Calendar ----------------------------------------------------------------------------------------------------------

const easterOf = (year) => {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return Date.UTC(year, month - 1, ((h + l - 7 * m + 114) % 31) + 1);
};
const nthWeekday = (year, month, weekday, nth) => {
  const first = (new Date(Date.UTC(year, month, 1)).getUTCDay() + 6) % 7;
  return Date.UTC(year, month, 1 + ((weekday - first + 7) % 7) + 7 * (nth - 1));
};
const lunarNewYear = { 2024: '2024-02-10', 2025: '2025-01-29', 2026: '2026-02-17', 2027: '2027-02-06' };
const eidAlFitr = { 2024: '2024-04-10', 2025: '2025-03-30', 2026: '2026-03-20', 2027: '2027-03-09' };
const eidAlAdha = { 2024: '2024-06-16', 2025: '2025-06-06', 2026: '2026-05-27', 2027: '2027-05-16' };

/** Public holidays of a country in a year, each as midnight UTC. */
const holidaysOf = (country, year) => {
  const on = (month, day) => Date.UTC(year, month - 1, day);
  const run = (from, days) => Array.from({ length: days }, (_, i) => from + i * dayMs);
  const easter = easterOf(year);
  const christian = [
    on(1, 1),
    easter - 2 * dayMs,
    easter,
    easter + dayMs,
    on(12, 24),
    on(12, 25),
    on(12, 26),
    on(12, 31),
  ];
  const thanksgiving = nthWeekday(year, 10, 3, 4);
  const muslim = [...run(Date.parse(eidAlFitr[year]), 4), ...run(Date.parse(eidAlAdha[year]), 4)];
  switch (country) {
    case 'US':
      return [
        on(1, 1),
        on(7, 4),
        thanksgiving,
        thanksgiving + dayMs,
        on(12, 24),
        on(12, 25),
        on(12, 31),
        nthWeekday(year, 8, 0, 1),
      ];
    case 'DE':
      return [...christian, on(5, 1), easter + 39 * dayMs, easter + 50 * dayMs, on(10, 3)];
    case 'BR':
      return [...christian, easter - 48 * dayMs, easter - 47 * dayMs, on(9, 7), on(11, 15), on(4, 21)];
    case 'JP':
      return [...run(on(1, 1), 3), ...run(on(4, 29), 7), ...run(on(8, 12), 4), on(11, 3), on(11, 23), on(12, 31)];
    case 'ID':
    case 'TR':
    case 'AE':
      return [on(1, 1), ...muslim];
    case 'SG':
      return [on(1, 1), ...run(Date.parse(lunarNewYear[year]), 3), ...muslim.slice(0, 1), on(8, 9), on(12, 25)];
    default:
      return christian;
  }
};

export const countries = {
  US: { currency: 'USD', timeZone: 'America/New_York', rate: 1, decimals: 2 },
  GB: { currency: 'GBP', timeZone: 'Europe/London', rate: 0.78, decimals: 2 },
  DE: { currency: 'EUR', timeZone: 'Europe/Berlin', rate: 0.9, decimals: 2 },
  BR: { currency: 'BRL', timeZone: 'America/Sao_Paulo', rate: 5.4, decimals: 2 },
  JP: { currency: 'JPY', timeZone: 'Asia/Tokyo', rate: 150, decimals: 0 },
  ID: { currency: 'IDR', timeZone: 'Asia/Jakarta', rate: 16_000, decimals: 0 },
  TR: { currency: 'TRY', timeZone: 'Europe/Istanbul', rate: 40, decimals: 2 },
  AE: { currency: 'AED', timeZone: 'Asia/Dubai', rate: 3.67, decimals: 2 },
  SG: { currency: 'SGD', timeZone: 'Asia/Singapore', rate: 1.3, decimals: 2 },
};

/** Weights of the weekdays (from Monday) and of the hours. `spend` scales the spend, `cvr` the conversion rate. */
export const industries = {
  business: {
    spend: [1.12, 1.15, 1.15, 1.12, 1.02, 0.72, 0.72],
    cvr: [1.1, 1.12, 1.1, 1.06, 0.98, 0.8, 0.82],
    hours: [1, 1, 1, 1, 1, 2, 4, 8, 14, 18, 18, 16, 12, 14, 16, 16, 13, 9, 7, 6, 5, 4, 3, 2],
  },
  homeServices: {
    spend: [1.1, 1.06, 1.02, 1, 0.98, 0.92, 0.92],
    cvr: [1.12, 1.05, 1, 0.98, 0.95, 0.94, 0.96],
    hours: [2, 1, 1, 1, 1, 2, 5, 9, 12, 13, 12, 11, 10, 10, 10, 10, 11, 12, 13, 13, 12, 9, 6, 4],
  },
  education: {
    spend: [1.04, 1.04, 1.04, 1.02, 0.96, 0.92, 0.98],
    cvr: [1.05, 1.03, 1.02, 1, 0.94, 0.92, 1.04],
    hours: [4, 2, 1, 1, 1, 2, 4, 6, 7, 8, 9, 9, 9, 9, 9, 9, 10, 11, 13, 15, 16, 15, 12, 8],
  },
  property: {
    spend: [0.96, 0.96, 0.96, 0.98, 1, 1.08, 1.06],
    cvr: [0.97, 0.95, 0.95, 0.96, 1, 1.08, 1.09],
    hours: [3, 2, 1, 1, 1, 2, 4, 6, 8, 9, 10, 11, 12, 11, 10, 10, 10, 11, 13, 14, 14, 12, 9, 6],
  },
  fitness: {
    spend: [1.12, 1.08, 1.04, 1, 0.9, 0.9, 0.96],
    cvr: [1.16, 1.1, 1.02, 0.98, 0.88, 0.88, 0.98],
    hours: [3, 2, 1, 1, 2, 5, 9, 11, 10, 8, 8, 8, 9, 8, 8, 8, 10, 13, 15, 14, 13, 11, 8, 5],
  },
};

const offsets = new Map();
/** Offset of a time zone from UTC at noon of a day, in minutes. */
const offsetOf = (timeZone, day) => {
  const key = `${timeZone} ${day}`;
  if (!offsets.has(key)) {
    const at = new Date(`${day}T12:00:00Z`);
    const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).format(at);
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+):(\d+))?/u.exec(name) ?? [];
    offsets.set(key, (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)));
  }
  return offsets.get(key);
};

// Accounts ----------------------------------------------------------------------------------------------------------

const factors = ['spend', 'cpm', 'ctr', 'cvr', 'track', 'form'];
const platforms = {
  google: { cpm: [12, 34], ctr: [0.025, 0.06], settled: 90, window: 30, share: 0.3 },
  facebook: { cpm: [6, 18], ctr: [0.008, 0.02], settled: 28, window: 7, share: 0.45 },
  tiktok: { cpm: [3, 9], ctr: [0.006, 0.014], settled: 28, window: 7, share: 0.25 },
};

/** Autocorrelated noise: the log follows an AR(1) process with coefficient `phi` and standard deviation `sigma`. */
const wander = (random, days, sigma, phi) => {
  const series = new Float64Array(days);
  const step = sigma * Math.sqrt(1 - phi * phi);
  let level = sigma * random.normal();
  for (let day = 0; day < days; day += 1) {
    series[day] = Math.exp(level);
    level = phi * level + step * random.normal();
  }
  return series;
};

const buildAccount = (context, index) => {
  const { profile, seed, days, weekdays, times } = context;
  const random = makeRandom(seed, profile.name, index, 'account');
  const id = `a${String(index + 1).padStart(2, '0')}`;
  const platform = Object.keys(platforms)[random.weighted(Object.values(platforms).map(({ share }) => share))];
  const platformFacts = platforms[platform];
  const country = random.pick(profile.countries);
  const industry = random.pick(profile.industries);
  const { rate } = countries[country];
  const rhythm = industries[industry];
  const noise = profile.noise;

  // Series that the whole account shares.
  const years = [...new Set(times.map((time) => new Date(time).getUTCFullYear()))];
  const off = new Set(years.flatMap((year) => holidaysOf(country, year)));
  const holiday = times.map((time) => off.has(time));
  const monthEnd = times.map((time) => new Date(time + 3 * dayMs).getUTCDate() <= 3);
  const spendTrend = random.normal() * profile.trend;
  const cvrTrend = random.normal() * profile.trend * 0.5;
  const monthEndPush = random.chance(profile.monthEnd.share) ? random.between(...profile.monthEnd.spend) : 1;
  const shared = {
    spend: wander(random, days, noise.account, noise.phi),
    cpm: wander(random, days, noise.cpm, noise.phi),
    cvr: wander(random, days, noise.cvr, noise.phi),
  };
  const weekly = (list, day) => list[weekdays[day]] ** profile.rhythm;

  const campaigns = [];
  const ads = [];
  const forms = [];
  const changes = [];
  const account = {
    id,
    index,
    platform,
    country,
    industry,
    campaigns,
    ads,
    forms,
    changes,
    holiday,
    budgets: [],
    timeZone: countries[country].timeZone,
    zoneChange: null,
    reportedFrom: new Int32Array(days),
    entities: new Map(),
  };
  const baseCostPerLead = random.logBetween(...profile.costPerLead);

  const formCount = platform === 'google' ? random.whole(0, 1) : random.whole(...profile.forms);
  for (let f = 1; f <= formCount; f += 1) {
    const form = {
      type: 'form',
      id: `${id}f${f}`,
      account,
      ads: [],
      receive: new Float64Array(days).fill(1),
      silentFrom: null,
      organic: random.chance(0.5) ? random.logBetween(0.2, 1.5) : 0,
      parent: account,
    };
    forms.push(form);
    account.entities.set(form.id, form);
  }

  const addCampaign = ({ from = 0, leads = random.logBetween(...profile.leadsPerDay), costPerLead } = {}) => {
    const own = makeRandom(seed, profile.name, index, 'campaign', campaigns.length);
    const campaign = {
      type: 'campaign',
      id: `${id}c${campaigns.length + 1}`,
      parent: account,
      account,
      adSets: [],
      ads: [],
      from,
      level: new Float64Array(days),
      costPerLead: costPerLead ?? baseCostPerLead * own.between(0.8, 1.25),
      leads,
      own,
    };
    campaign.dailyBudget = leads * campaign.costPerLead * rate;
    campaign.cpm = own.between(...platformFacts.cpm);
    campaign.ctr = own.between(...platformFacts.ctr);
    campaign.cvr = Math.min(0.3, Math.max(0.004, campaign.cpm / (1000 * campaign.ctr * campaign.costPerLead)));
    campaign.ctr = campaign.cpm / (1000 * campaign.cvr * campaign.costPerLead);
    const spendNoise = wander(own, days, noise.campaign, noise.phi);
    for (let day = from; day < days; day += 1) {
      const learning = from > 0 ? Math.min(1, 0.5 + (day - from) / 10) : 1;
      campaign.level[day] =
        campaign.dailyBudget *
        shared.spend[day] *
        spendNoise[day] *
        weekly(rhythm.spend, day) *
        Math.exp((spendTrend * day) / days) *
        (holiday[day] ? profile.holiday.spend : 1) *
        (monthEnd[day] ? monthEndPush : 1) *
        learning;
    }
    campaign.noise = {
      cpm: wander(own, days, noise.cpm, noise.phi),
      ctr: wander(own, days, noise.ctr, noise.phi),
      cvr: wander(own, days, noise.cvr, noise.phi),
    };
    const setCount = own.whole(...profile.adSets);
    for (let s = 1; s <= setCount; s += 1) {
      const adSet = { type: 'adSet', id: `${campaign.id}s${s}`, parent: campaign, account, ads: [], from };
      campaign.adSets.push(adSet);
      account.entities.set(adSet.id, adSet);
      const adCount = own.whole(...profile.ads);
      for (let a = 0; a < adCount; a += 1) addAd(adSet, { from });
    }
    campaigns.push(campaign);
    account.entities.set(campaign.id, campaign);
    return campaign;
  };

  const addAd = (adSet, { from, weight } = {}) => {
    const campaign = adSet.parent;
    const { own } = campaign;
    const quality = { ctr: Math.exp(0.12 * own.normal()), cvr: Math.exp(0.1 * own.normal()) };
    const fatigue = own.between(0, profile.fatigue);
    const form =
      forms.length > 0 && own.chance(0.92)
        ? forms[(campaigns.length + (own.chance(0.15) ? 1 : 0)) % forms.length]
        : null;
    const ad = {
      type: 'ad',
      id: `${adSet.id}d${adSet.ads.length + 1}`,
      parent: adSet,
      campaign,
      account,
      form,
      from,
      to: days,
      weight: weight ?? own.logBetween(0.5, 2),
      drift: wander(own, days, 0.12, 0.92),
      base: {},
      ads: [],
      multiplier: {},
    };
    ad.ads.push(ad);
    for (const factor of factors) ad.multiplier[factor] = new Float64Array(days).fill(1);
    const cpm = new Float64Array(days);
    const ctr = new Float64Array(days);
    const cvr = new Float64Array(days);
    for (let day = 0; day < days; day += 1) {
      const age = day - from;
      const learning = from > 0 && age < 8 ? 1 - age / 8 : 0;
      const tired = Math.exp(-fatigue * Math.min(1, Math.max(0, age) / 180));
      cpm[day] =
        campaign.cpm *
        rate *
        shared.cpm[day] *
        campaign.noise.cpm[day] *
        (1 + 0.2 * learning) *
        (holiday[day] ? profile.holiday.cpm : 1);
      ctr[day] = campaign.ctr * quality.ctr * campaign.noise.ctr[day] * (1 - 0.1 * learning) * tired;
      cvr[day] =
        campaign.cvr *
        quality.cvr *
        shared.cvr[day] *
        campaign.noise.cvr[day] *
        weekly(rhythm.cvr, day) *
        Math.exp((cvrTrend * day) / days) *
        (1 - 0.25 * learning) *
        tired *
        (holiday[day] ? profile.holiday.cvr : 1);
    }
    Object.assign(ad.base, { cpm, ctr, cvr });
    adSet.ads.push(ad);
    campaign.ads.push(ad);
    ads.push(ad);
    form?.ads.push(ad);
    account.entities.set(ad.id, ad);
    return ad;
  };

  const campaignCount = random.whole(...profile.campaigns);
  for (let c = 0; c < campaignCount; c += 1) addCampaign();

  // Changes by the advertiser. The data announce all of them.
  const { legit } = profile;
  account.paced = random.chance(profile.paced);
  const note = (day, entity, what, from, to) => changes.push({ day, entity, what, from, to });
  const scale = (campaign, from, to, factor) => {
    for (let day = from; day < Math.min(to, days); day += 1) campaign.level[day] *= factor;
  };
  const rotation = () => {
    const adSet = random.pick(random.pick(campaigns).adSets);
    const old = random.pick(adSet.ads);
    const day = random.whole(context.firstRead + 5, days - 10);
    if (old.to < days || day < old.from + 20) return;
    old.to = day;
    note(day, old, 'status', 'active', 'paused');
    addAd(adSet, { from: day, weight: old.weight });
  };
  for (let turns = random.poisson(legit.rotations); turns > 0; turns -= 1) rotation();
  if (!account.paced) {
    for (const campaign of campaigns) {
      let budget = campaign.dailyBudget;
      const touched = random.chance(legit.edited) ? random.poisson(legit.edits) + 1 : 0;
      for (const day of Array.from({ length: touched }, () => random.whole(20, days - 8)).toSorted((a, b) => a - b)) {
        const factor = random.chance(0.6) ? random.between(1.2, 2.2) : random.between(0.45, 0.8);
        note(day, campaign, 'budget', budget, budget * factor);
        budget *= factor;
        scale(campaign, day, days, factor);
      }
      if (random.chance(legit.paused)) {
        const day = random.whole(20, days - 20);
        const length = random.whole(2, 10);
        note(day, campaign, 'status', 'active', 'paused');
        note(day + length, campaign, 'status', 'paused', 'active');
        scale(campaign, day, day + length, 0);
      }
      if (campaigns.length > 2 && random.chance(legit.ended)) {
        const day = random.whole(80, days - 5);
        note(day, campaign, 'status', 'active', 'ended');
        scale(campaign, day, days, 0);
      }
    }
    for (let count = random.poisson(legit.started); count > 0; count -= 1)
      addCampaign({ from: random.whole(30, days - 30) });
  }

  account.addCampaign = addCampaign;
  account.addAd = addAd;
  account.note = note;
  profile.latent?.({ account, context, random: makeRandom(seed, profile.name, index, 'latent'), wander });
  return account;
};

/** Divides a campaign's spend among its running ads. */
const shareSpend = (campaign, days) => {
  for (const ad of campaign.ads) ad.base.spend = new Float64Array(days);
  for (let day = campaign.from; day < days; day += 1) {
    const running = campaign.ads.filter((ad) => day >= ad.from && day < ad.to);
    const total = running.reduce((sum, ad) => sum + ad.weight * ad.drift[day], 0);
    for (const ad of running) ad.base.spend[day] = (campaign.level[day] * ad.weight * ad.drift[day]) / total;
  }
};

// Tools for event shapes ---------------------------------------------------------------------------------------

const descendants = (entity) =>
  entity.type === 'campaign'
    ? [...entity.adSets, ...entity.ads]
    : entity.type === 'adSet'
      ? entity.ads
      : entity.type === 'ad' || entity.type === 'form'
        ? []
        : [...entity.campaigns, ...entity.campaigns.flatMap((campaign) => campaign.adSets), ...entity.ads];

const toolsFor = (account, context) => {
  const { days } = context;
  /** Expected daily metrics of these ads from one day until before another. */
  const expected = (entity, from, to) => {
    const sum = { spend: 0, impressions: 0, clicks: 0, conversions: 0 };
    const [first, last] = [Math.max(0, from), Math.min(days, to)];
    for (const { base, multiplier } of entity.ads) {
      for (let day = first; day < last; day += 1) {
        const spend = base.spend[day] * multiplier.spend[day];
        const impressions = (1000 * spend) / (base.cpm[day] * multiplier.cpm[day]);
        const clicks = impressions * base.ctr[day] * multiplier.ctr[day];
        sum.spend += spend;
        sum.impressions += impressions;
        sum.clicks += clicks;
        sum.conversions += clicks * base.cvr[day] * multiplier.cvr[day] * multiplier.form[day];
      }
    }
    for (const key of Object.keys(sum)) sum[key] /= Math.max(1, last - first);
    return sum;
  };
  const apply = (entity, factor, from, to, of) => {
    for (const ad of entity.ads) {
      for (let day = Math.max(0, from); day < Math.min(days, to); day += 1)
        ad.multiplier[factor][day] *= of(day - from, ad);
    }
  };
  /** The entity, its descendants, and the ancestors that get at least half of the flow from it. */
  const around = (entity, flow, day) => {
    const ids = [entity.id, ...descendants(entity).map(({ id }) => id)];
    const own = expected(entity, day - 28, day)[flow];
    for (let above = entity.parent; above; above = above.parent) {
      if (own >= 0.5 * expected(above, day - 28, day)[flow]) ids.push(above.id);
    }
    return ids;
  };
  /** Forms that get at least half of their leads from the entity. */
  const formsOf = (entity, day) =>
    account.forms.filter((form) => {
      const shared = { ads: form.ads.filter((ad) => entity.ads.includes(ad)) };
      const whole = expected(form, day - 28, day).conversions + form.organic;
      return shared.ads.length > 0 && expected(shared, day - 28, day).conversions >= 0.5 * whole;
    });
  const below = (entity) => [entity.id, ...descendants(entity).map(({ id }) => id)];
  /** Whether no announced change falls into the range and something delivered on every day. */
  const isQuiet = (entity, from, to) => {
    const near = account.changes.some(({ day, entity: changed }) => {
      const related = changed === entity || entity.ads.some((ad) => changed.ads?.includes(ad));
      return related && day >= from && day <= to;
    });
    if (near) return false;
    for (let day = Math.max(0, from); day < Math.min(days, to); day += 1) {
      if (!entity.ads.some((ad) => ad.base.spend[day] > 0)) return false;
    }
    return true;
  };
  const quietDay = (entity, day, before, after) => {
    for (let tried = day; tried < day + 12; tried += 1)
      if (isQuiet(entity, tried - before, tried + after)) return tried;
    return null;
  };
  /** Standard error of the entity's log cost per lead over two weeks. */
  const costError = (entity, day) => {
    const { noise, dispersion } = context.profile;
    const { conversions } = expected(entity, day - 28, day);
    const memory = (1 + noise.phi) / (1 - noise.phi) / 14;
    const counting = (1 / (14 * conversions) + 1 / (14 * dispersion)) * 2;
    return Math.sqrt(counting + memory * (2 * noise.cvr ** 2 + noise.ctr ** 2 + 2 * noise.cpm ** 2));
  };
  const spendError = (entity) => {
    const { noise } = context.profile;
    return Math.sqrt(
      noise.account ** 2 +
        noise.campaign ** 2 +
        (entity.type === 'adSet' || entity.type === 'ad' ? 0.12 ** 2 : 0) +
        0.05 ** 2,
    );
  };
  const share = (campaign) => shareSpend(campaign, days);
  return { expected, apply, around, below, formsOf, isQuiet, quietDay, costError, spendError, share };
};

const eventsFrom = 72;

/** Plants events one after another. Events of an account never overlap, unless one shape plants two. */
const plant = (account, context, queue) => {
  const { days, profile, seed } = context;
  const random = makeRandom(seed, profile.name, account.index, 'events');
  const tools = toolsFor(account, context);
  const truths = [];
  for (let day = eventsFrom + random.whole(0, 12); day < days - 30;) {
    let planted = null;
    for (let turn = 0; turn < queue.length && !planted; turn += 1) {
      const [name, grade] = queue[turn];
      planted = context.shapes[name]({ account, context, random, day, grade, tools, days });
      if (planted) {
        queue.splice(turn, 1);
        for (const truth of planted.truths) truths.push({ shape: name, grade, ...truth });
      }
    }
    if (!planted) {
      day += 6;
      continue;
    }
    day = planted.free + random.whole(20, 28);
  }
  return truths;
};

/** Adds budgets as a person would enter them. They are close to the future spend, so that the pace is on target. */
const enterBudgets = (account, context) => {
  if (!account.paced) return;
  const random = makeRandom(context.seed, context.profile.name, account.index, 'budgets');
  const { expected } = toolsFor(account, context);
  for (const { month, from, to } of context.months) {
    if (account.budgets.some((budget) => budget.month === month)) continue;
    const amount = expected(account, from, to).spend * (to - from) * random.between(0.96, 1.04);
    account.budgets.push({ month, amount, read: from - 3 });
  }
};

// Output lines ---------------------------------------------------------------------------------------------------------------

const write = (account, context, put) => {
  const { profile, seed, days, dates, firstRead } = context;
  const { decimals } = countries[account.country];
  const noise = makeRandom(seed, profile.name, account.index, 'counts');
  const reading = makeRandom(seed, profile.name, account.index, 'reading');
  const people = makeRandom(seed, profile.name, account.index, 'people');
  const { hours } = industries[account.industry];
  const { settled, window } = platforms[account.platform];
  const money = (value) => Number(value.toFixed(decimals));
  const late = (read) => Math.max(read, firstRead);

  // Reads that succeed, and days that are never read.
  const works = Array.from(
    { length: days + 1 },
    (_, read) => read === firstRead || read === days || !reading.chance(profile.failedReads),
  );
  const lost = Array.from({ length: days }, () => reading.chance(profile.missingDays));
  const nextRead = new Int32Array(days + 2).fill(days + 1);
  for (let read = days; read >= 0; read -= 1)
    nextRead[read] = read >= firstRead && works[read] ? read : nextRead[read + 1];

  const facts = (timeZone) => ({
    type: 'account',
    id: account.id,
    platform: account.platform,
    currency: countries[account.country].currency,
    timeZone,
    country: account.country,
    industry: account.industry,
    attributionDays: window,
    settledAfterDays: settled,
  });
  put(firstRead, facts(account.timeZone), 0);
  if (account.zoneChange) put(late(account.zoneChange.day + 1), facts(account.zoneChange.timeZone), 0);
  for (const form of account.forms) put(firstRead, { type: 'form', id: form.id, account: account.id }, 1);
  for (const campaign of account.campaigns) {
    put(
      late(campaign.from),
      {
        type: 'campaign',
        id: campaign.id,
        account: account.id,
        dailyBudget: money(campaign.dailyBudget),
        since: dates[campaign.from],
      },
      1,
    );
    for (const adSet of campaign.adSets)
      put(late(campaign.from), { type: 'adSet', id: adSet.id, campaign: campaign.id }, 2);
  }
  for (const ad of account.ads)
    put(
      late(ad.from),
      { type: 'ad', id: ad.id, adSet: ad.parent.id, form: ad.form?.id ?? null, since: dates[ad.from] },
      3,
    );
  for (const { day, entity, what, from, to } of account.changes) {
    if (day >= days) continue;
    put(
      late(day),
      {
        type: 'change',
        entity: entity.id,
        day: dates[day],
        what,
        from: typeof from === 'number' ? money(from) : from,
        to: typeof to === 'number' ? money(to) : to,
      },
      4,
    );
  }
  for (const { month, amount, read } of account.budgets) {
    put(late(read), { type: 'budget', entity: account.id, month, amount: money(amount) }, 5);
  }

  // Days whose rows a read returns: new days and changed ones.
  const brought = new Map();
  const bring = (read, day) => {
    if (!brought.has(read)) brought.set(read, new Set());
    brought.get(read).add(day);
  };
  for (let day = 0; day < days; day += 1) if (!lost[day] && nextRead[day + 1] <= days) bring(nextRead[day + 1], day);
  if (profile.partialToday)
    for (let day = firstRead; day < days; day += 1) if (works[day] && !lost[day]) bring(day, day);

  const leadsOfForm = new Map(account.forms.map((form) => [form, []]));
  const addLead = (form, day, hour) => {
    if (day >= days || !people.chance(form.receive[day])) return;
    if (form.silentFrom && day === form.silentFrom.day && hour >= form.silentFrom.hour) return;
    const at = context.times[day] + (hour * 60 + people.whole(0, 59) - offsetOf(account.timeZone, dates[day])) * 60_000;
    leadsOfForm.get(form).push({ day, hour, at });
  };

  for (const ad of account.ads) {
    const { base, multiplier } = ad;
    for (let day = ad.from; day < Math.min(ad.to, days); day += 1) {
      const spend = base.spend[day] * multiplier.spend[day];
      if (!(spend > 0)) continue;
      const cpm = base.cpm[day] * multiplier.cpm[day];
      const impressions = noise.poisson(((1000 * spend) / cpm) * Math.exp(0.03 * noise.normal()));
      const clicks = Math.min(
        impressions,
        noise.negativeBinomial(impressions * base.ctr[day] * multiplier.ctr[day], profile.dispersion * 3),
      );
      const people_ = Math.min(
        clicks,
        noise.negativeBinomial(clicks * base.cvr[day] * multiplier.cvr[day] * multiplier.form[day], profile.dispersion),
      );
      const byLag = new Int32Array(profile.lag.max + 1);
      for (let i = 0; i < people_; i += 1) {
        let lag = 0;
        if (!people.chance(profile.lag.none))
          for (lag = 1; lag < profile.lag.max && people.chance(profile.lag.more);) lag += 1;
        const hour = people.weighted(hours);
        if (ad.form) addLead(ad.form, day + lag, hour);
        if (people.chance(multiplier.track[day])) byLag[lag] += 1;
      }
      if (impressions === 0 && spend < 0.01) continue;
      const corrected = reading.chance(profile.corrections) ? day + reading.whole(3, 9) : Infinity;
      const cut = 1 - reading.between(0.005, 0.04);
      if (lost[day]) continue;

      const reads = new Set([nextRead[day + 1]]);
      for (let lag = 0; lag <= profile.lag.max; lag += 1) {
        if (byLag[lag] > 0) reads.add(nextRead[Math.min(days + 1, Math.max(day + 1 + lag, account.reportedFrom[day]))]);
      }
      if (corrected <= days) reads.add(nextRead[corrected]);
      if (profile.partialToday && day >= firstRead && works[day]) {
        const part = 0.35 + (0.3 * ((ad.id.length * 7 + day * 13) % 10)) / 10;
        put(
          day,
          {
            type: 'row',
            ad: ad.id,
            day: dates[day],
            spend: money(spend * part),
            impressions: Math.round(impressions * part),
            clicks: Math.round(clicks * part),
            conversions: Math.round(byLag[0] * part * 0.7),
          },
          7,
        );
      }
      for (const read of reads) {
        if (read > days) continue;
        let conversions = 0;
        if (read >= account.reportedFrom[day])
          for (let lag = 0; lag <= Math.min(profile.lag.max, read - 1 - day); lag += 1) conversions += byLag[lag];
        const share = read >= corrected ? cut : 1;
        bring(read, day);
        put(
          read,
          {
            type: 'row',
            ad: ad.id,
            day: dates[day],
            spend: money(spend * share),
            impressions,
            clicks: Math.round(clicks * share),
            conversions,
          },
          7,
        );
      }
    }
  }
  for (const [read, list] of brought) {
    put(
      read,
      {
        type: 'read',
        account: account.id,
        days: [...list].toSorted((a, b) => a - b).map((day) => dates[day]),
        settledUntil: read - settled - 1 >= 0 ? dates[read - settled - 1] : null,
      },
      6,
    );
  }

  for (const [form, list] of leadsOfForm) {
    const organic = form.organic;
    for (let day = 0; day < days; day += 1) {
      for (
        let count = people.poisson(organic * (account.holiday[day] ? profile.holiday.cvr : 1));
        count > 0;
        count -= 1
      )
        addLead(form, day, people.weighted(hours));
    }
    list.sort((a, b) => a.at - b.at);
    const byRead = new Map();
    for (const { day, at } of list) {
      const read = late(day + 1);
      if (!byRead.has(read)) byRead.set(read, []);
      byRead.get(read).push(`${new Date(at).toISOString().slice(0, 16)}Z`);
    }
    for (const [read, at] of byRead) put(read, { type: 'leads', form: form.id, at }, 8);
  }
};

/** Generates a profile: `lines` in the order in which a detector reads them, and the planted truth. */
export const generate = (profile, seed, shapes = developmentShapes) => {
  const { days, firstRead, start } = profile;
  const times = Array.from({ length: days + 40 }, (_, day) => Date.parse(start) + day * dayMs);
  const dates = times.map((time) => new Date(time).toISOString().slice(0, 10));
  const weekdays = times.map((time) => (new Date(time).getUTCDay() + 6) % 7);
  const months = [...new Set(dates.slice(eventsFrom, days).map((date) => date.slice(0, 7)))]
    .map((month) => ({
      month,
      from: dates.indexOf(`${month}-01`),
      to: dates.findLastIndex((date) => date.startsWith(month)) + 1,
    }))
    .filter(({ from, to }) => from >= eventsFrom - 20 && to <= days);
  const context = { profile, seed, days, firstRead, times, dates, weekdays, months, shapes };

  const random = makeRandom(seed, profile.name, 'queue');
  const order = random.shuffle(Array.from({ length: profile.accounts }, (_, index) => index));
  const queue = [];
  while (queue.length < profile.accounts * 6) {
    for (const name of random.shuffle(profile.shapes)) queue.push([name, random.pick(['easy', 'medium', 'hard'])]);
  }

  const buckets = Array.from({ length: days + 1 }, () => []);
  const truths = [];
  order.forEach((position, index) => {
    const account = buildAccount(context, index);
    account.disturbed = position >= profile.undisturbed;
    for (const campaign of account.campaigns) shareSpend(campaign, days);
    const planted = account.disturbed ? plant(account, context, queue) : [];
    const trap = account.disturbed ? null : profile.traps?.[position % profile.traps.length];
    if (trap) {
      const found = shapes[trap]({
        account,
        context,
        random: makeRandom(seed, profile.name, index, 'trap'),
        tools: toolsFor(account, context),
        days,
      });
      for (const truth of found.truths)
        truths.push({
          type: 'trap',
          account: account.id,
          shape: trap,
          ...truth,
          day: dates[truth.day],
          end: dates[truth.end],
        });
    }
    enterBudgets(account, context);
    truths.push({
      type: 'account',
      id: account.id,
      disturbed: account.disturbed,
      monthsReplayed: (days - firstRead) / 30.4,
    });
    planted.forEach((truth, number) => {
      truths.push({
        type: 'event',
        id: `${account.id}e${number + 1}`,
        account: account.id,
        ...truth,
        day: dates[truth.day],
        end: dates[truth.end],
        detectFrom: dates[truth.detectFrom ?? truth.day],
        detectBy: dates[Math.min(days, truth.detectBy)],
      });
    });
    write(account, context, (read, line, rank) =>
      buckets[read].push([index * 10 + rank, `{"read":"${dates[read]}",${JSON.stringify(line).slice(1)}`]),
    );
  });

  const lines = [
    `{"read":"${dates[firstRead]}","type":"set","format":1,"profile":"${profile.name}","firstDay":"${dates[0]}","lastRead":"${dates[days]}"}`,
  ];
  buckets.forEach((bucket, read) => {
    if (read < firstRead) return;
    bucket.sort((a, b) => a[0] - b[0]);
    for (const [, line] of bucket) lines.push(line);
    lines.push(`{"read":"${dates[read]}","type":"ask"}`);
  });
  return {
    lines,
    truths: [
      { type: 'set', profile: profile.name, seed, firstRead: dates[firstRead], lastRead: dates[days] },
      ...truths,
    ],
  };
};
