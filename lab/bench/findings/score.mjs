/** Scores a detector's findings against the planted events. docs/FINDINGS.md defines the rules. */

export const kinds = [
  'spend-spike',
  'spend-to-zero',
  'leads-stopped',
  'cpl-shift',
  'lead-drought',
  'creative-decay',
  'pacing',
];
const factorNames = ['impressions', 'cpm', 'ctr', 'cvr', 'mix', 'tracking', 'form', 'spend', 'other'];

/** How many days a finding's onset may precede the true onset. */
const early = {
  'spend-spike': 2,
  'spend-to-zero': 2,
  'leads-stopped': 4,
  'cpl-shift': 10,
  'lead-drought': 2,
  'creative-decay': 21,
  pacing: 5,
};
const lateFor = 30;
/** Findings that a return to normal may cause. One per event counts as neither a hit nor a false alarm. */
const recoveries = {
  'spend-to-zero': [['spend-spike', 'up']],
  'leads-stopped': [['cpl-shift', 'down']],
  'creative-decay': [['cpl-shift', 'down']],
  'cpl-shift': [
    ['cpl-shift', 'up'],
    ['cpl-shift', 'down'],
  ],
};

const dayMs = 86_400_000;
const apart = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
const isDay = (text) => typeof text === 'string' && /^\d{4}-\d\d-\d\d$/u.test(text) && !Number.isNaN(Date.parse(text));

export const parseLines = (text) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('> '))
    .map((line) => JSON.parse(line));

/** The invalid field of a finding; null if the finding is valid. */
export const faultOf = (finding) => {
  if (!kinds.includes(finding.kind)) return `kind ${finding.kind}`;
  if (typeof finding.account !== 'string') return 'account';
  if (typeof finding.entity !== 'string') return 'entity';
  if (!isDay(finding.day)) return 'day';
  if (!isDay(finding.detectedOn) || finding.detectedOn < finding.day) return 'detectedOn';
  if (!['up', 'down'].includes(finding.direction)) return 'direction';
  if (!Array.isArray(finding.cause) || finding.cause.length === 0) return 'cause';
  const odd = finding.cause.find(
    ({ entity, factor, part }) => typeof entity !== 'string' || !factorNames.includes(factor) || !Number.isFinite(part),
  );
  if (odd) return `cause ${JSON.stringify(odd)}`;
  if (!Number.isFinite(finding.change?.before?.value) || !Number.isFinite(finding.change?.after?.value))
    return 'change';
  return null;
};

/** Whether the parts of the cause add up to the change. Cost per lead decomposes without a remainder, so `other` is wrong there. */
const isExact = ({ kind, change, cause }) => {
  const sum = cause.reduce((total, { part }) => total + part, 0);
  const tolerance = Math.min(
    0.004,
    0.000_01 * Math.max(1, Math.abs(change.after.value), Math.abs(change.before.value)),
  );
  return (
    Math.abs(sum - (change.after.value - change.before.value)) <= tolerance &&
    !(kind === 'cpl-shift' && cause.some(({ factor }) => factor === 'other'))
  );
};

/** Matches the findings of one set with its events, in the order of detection. */
export const match = (truth, findings) => {
  const events = truth
    .filter(({ type }) => type === 'event')
    .map((event) => ({ ...event, hit: null, late: null, recovered: false }));
  const undisturbed = new Set(
    truth.filter(({ type, disturbed }) => type === 'account' && !disturbed).map(({ id }) => id),
  );
  const traps = truth.filter(({ type }) => type === 'trap');
  const ordered = findings.toSorted((a, b) => (a.detectedOn < b.detectedOn ? -1 : a.detectedOn > b.detectedOn ? 1 : 0));
  const verdicts = ordered.map((finding) => {
    const fitting = events
      .filter((event) => event.account === finding.account)
      .filter(
        ({ accept, day, detectFrom, detectBy }) =>
          accept.some(
            ({ kind, direction, entities }) =>
              kind === finding.kind && direction === finding.direction && entities.includes(finding.entity),
          ) &&
          apart(day, finding.day) >= -early[finding.kind] &&
          finding.day <= detectBy &&
          finding.detectedOn >= detectFrom &&
          apart(detectBy, finding.detectedOn) <= lateFor,
      )
      .toSorted((a, b) => Math.abs(apart(a.day, finding.day)) - Math.abs(apart(b.day, finding.day)));
    const free = fitting.find(({ hit, late }) => !hit && !late);
    if (free && finding.detectedOn <= free.detectBy) {
      free.hit = finding;
      return { finding, verdict: 'hit', event: free };
    }
    if (free) {
      free.late = finding;
      return { finding, verdict: 'late', event: free };
    }
    if (fitting.length > 0) return { finding, verdict: 'duplicate', event: fitting[0] };
    const over = events.find(
      (event) =>
        event.account === finding.account &&
        !event.recovered &&
        Math.abs(apart(event.end, finding.day)) <= 10 &&
        finding.detectedOn > event.end &&
        event.direction !== (event.kind === finding.kind ? finding.direction : null) &&
        (recoveries[event.kind] ?? []).some(
          ([kind, direction]) => kind === finding.kind && direction === finding.direction,
        ) &&
        event.accept.some(({ entities }) => entities.includes(finding.entity)),
    );
    if (over) {
      over.recovered = true;
      return { finding, verdict: 'recovery', event: over };
    }
    const trap = traps.find(
      ({ account, day, end }) =>
        account === finding.account && apart(day, finding.detectedOn) >= 0 && apart(end, finding.detectedOn) <= 14,
    );
    return { finding, verdict: 'false', trap };
  });
  const months = truth
    .filter(({ type, id }) => type === 'account' && undisturbed.has(id))
    .reduce((sum, { monthsReplayed }) => sum + monthsReplayed, 0);
  return { events, verdicts, undisturbed, months, traps };
};

/** All rows by entity, for the check of the stated costs. */
const rowsOf = (lines) => {
  const setOf = new Map();
  const campaignOf = new Map();
  const accountOf = new Map();
  const rows = new Map();
  for (const line of lines) {
    if (line.type === 'campaign') accountOf.set(line.id, line.account);
    else if (line.type === 'adSet') campaignOf.set(line.id, line.campaign);
    else if (line.type === 'ad') setOf.set(line.id, line.adSet);
    else if (line.type === 'row') {
      const adSet = setOf.get(line.ad);
      const campaign = campaignOf.get(adSet);
      for (const entity of [line.ad, adSet, campaign, accountOf.get(campaign)]) {
        if (!rows.has(entity)) rows.set(entity, []);
        rows.get(entity).push(line);
      }
    }
  }
  return rows;
};

/** Whether both costs per lead of a finding match the rows known on the day of its detection. */
const isTrue = (rows, { entity, detectedOn, change }) =>
  [change.before, change.after].every(({ since, until, value }) => {
    const known = new Map();
    for (const row of rows.get(entity) ?? [])
      if (row.read <= detectedOn && row.day >= since && row.day <= until) known.set(`${row.ad} ${row.day}`, row);
    let spend = 0;
    let conversions = 0;
    for (const row of known.values()) {
      spend += row.spend;
      conversions += row.conversions;
    }
    return conversions > 0 && Math.abs(value - spend / conversions) <= Math.max(0.006, 0.000_1 * value);
  });

const median = (list) => {
  if (list.length === 0) return NaN;
  const sorted = list.toSorted((a, b) => a - b);
  return sorted.length % 2
    ? sorted[(sorted.length - 1) / 2]
    : (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
};
const share = (part, whole) => (whole === 0 ? NaN : part / whole);

/** Scores several sets. Each has `truth`, `findings` and, for the check of stated costs, the input `lines`. */
export const score = (sets) => {
  const results = sets.map(({ truth, findings }) => match(truth, findings));
  const events = results.flatMap(({ events: list }, index) =>
    list.map((event) => ({ ...event, profile: sets[index].truth[0].profile })),
  );
  const verdicts = results.flatMap(({ verdicts: list }) => list);
  const wrong = verdicts.filter(({ verdict }) => verdict === 'false' || verdict === 'duplicate');
  const figures = (chosen, wrongCount) => {
    const hits = chosen.filter(({ hit }) => hit);
    const recall = share(hits.length, chosen.length);
    const precision = wrongCount === null ? NaN : share(hits.length, hits.length + wrongCount);
    return {
      events: chosen.length,
      hits: hits.length,
      late: chosen.filter(({ late }) => late).length,
      wrong: wrongCount,
      recall,
      precision,
      f1: wrongCount === null ? NaN : share(2 * hits.length, chosen.length + hits.length + wrongCount),
      delay: median(hits.map(({ day, hit }) => apart(day, hit.detectedOn))),
      causeFirst: share(
        hits.filter(
          ({ cause, hit }) =>
            cause.entities.includes(hit.cause[0].entity) && cause.factors.includes(hit.cause[0].factor),
        ).length,
        hits.length,
      ),
      exact: share(hits.filter(({ hit }) => isExact(hit)).length, hits.length),
    };
  };
  const groups = (key) => [...new Set(events.map((event) => event[key]))];
  const rows = [
    ...kinds.map((kind) => [
      kind,
      figures(
        events.filter((event) => event.kind === kind),
        wrong.filter(({ finding }) => finding.kind === kind).length,
      ),
    ]),
    ...['easy', 'medium', 'hard'].map((grade) => [
      `  ${grade}`,
      figures(
        events.filter((event) => event.grade === grade),
        null,
      ),
    ]),
    ...sets.map(({ truth }, index) => {
      const of = results[index];
      return [
        `  profile ${truth[0].profile}`,
        figures(
          events.filter(({ profile }) => profile === truth[0].profile),
          of.verdicts.filter(({ verdict }) => verdict === 'false' || verdict === 'duplicate').length,
        ),
      ];
    }),
    ...groups('shape')
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((shape) => [
        `  shape ${shape}`,
        figures(
          events.filter((event) => event.shape === shape),
          null,
        ),
      ]),
  ];
  const total = figures(events, wrong.length);
  const quiet = results.reduce(
    (sum, { verdicts: list, undisturbed }) =>
      sum + list.filter(({ finding, verdict }) => undisturbed.has(finding.account) && verdict === 'false').length,
    0,
  );
  const months = results.reduce((sum, result) => sum + result.months, 0);
  const traps = results.flatMap((result) =>
    result.traps.map((trap) => ({
      ...trap,
      alarms: result.verdicts.filter((verdict) => verdict.trap === trap).length,
    })),
  );
  const stated = results.flatMap(({ events: list }, index) =>
    sets[index].lines ? list.filter(({ hit }) => hit?.kind === 'cpl-shift').map(({ hit }) => ({ hit, index })) : [],
  );
  const known = new Map();
  const rowsAt = (index) => known.get(index) ?? known.set(index, rowsOf(sets[index].lines)).get(index);
  const figuresTrue = share(stated.filter(({ hit, index }) => isTrue(rowsAt(index), hit)).length, stated.length);
  return {
    rows,
    total,
    alarmsPerMonth: share(quiet, months),
    months,
    quiet,
    traps,
    figuresTrue,
    duplicates: verdicts.filter(({ verdict }) => verdict === 'duplicate').length,
    recoveries: verdicts.filter(({ verdict }) => verdict === 'recovery').length,
    verdicts,
  };
};

export const check = (findings, name) => {
  findings.forEach((finding, index) => {
    const fault = faultOf(finding);
    if (fault) throw new Error(`${name}: finding ${index + 1} has no valid ${fault}`);
  });
  return findings;
};
