import { isKnownDay, markOdd } from './Account.ts';
import { areLeadsBack } from './kinds/leadsStopped.ts';
import { findRise } from './kinds/spendSpike.ts';
import { isBack } from './kinds/spendToZero.ts';
import { selfAndBelow, slotOf } from './Node.ts';
import type { Incident } from './Account.ts';
import type { Found, Run } from './kinds/Found.ts';

/** A longer spike counts as the new normal level. */
export const longestSpike = 14;
/** Decay incidents end two months after their onset. */
const wornDays = 60;
/** Incidents that last longer count as normal. */
export const keptIncidentDays = 120;

/** Ends incidents that are over, and excludes the days of open incidents from baselines. */
export const updateIncidents = (run: Run): void => {
  const { account } = run;
  account.incidents = account.incidents.filter(({ onset }) => onset > run.read - keptIncidentDays);
  for (const incident of account.incidents) if (incident.until === null) updateIncident(run, incident);
};

const updateIncident = (run: Run, incident: Incident): void => {
  const { account, day } = run;
  const { node, onset } = incident;
  if (incident.kind === 'lead-drought') {
    const form = incident.form === null ? undefined : account.forms.get(incident.form);
    if (!form) return;
    const last = Math.floor(form.lastHour / 24);
    for (let odd = onset; odd < Math.max(run.read, last); odd += 1) form.odd[slotOf(odd)] = 1;
    if (last > onset) incident.until = last;
    return;
  }
  if (!node) return;
  if (incident.kind === 'spend-spike') {
    if (day - onset >= longestSpike || (day > onset + 2 && findRise(run, node) === null && isKnownDay(account, day)))
      incident.until = day;
    else markOdd(node, 'oddSpend', onset, day);
    return;
  }
  if (incident.kind === 'spend-to-zero') {
    if (isBack(account, node, day)) incident.until = day - 1;
    else markOdd(node, 'oddSpend', onset, day);
    return;
  }
  if (incident.kind === 'leads-stopped') {
    if (areLeadsBack(account, node, day)) incident.until = day;
    else markOdd(node, 'oddLeads', onset, day);
  }
};

export const remember = (run: Run, found: Found): Incident => {
  const { account, day } = run;
  const { kind, node, form, onset, direction } = found;
  const lasts =
    kind === 'cpl-shift' ? onset : kind === 'creative-decay' ? onset + wornDays : kind === 'pacing' ? day : null;
  const incident: Incident = { kind, node, form, onset, until: lasts, direction };
  account.incidents.push(incident);
  if (kind === 'cpl-shift' && node) for (const below of selfAndBelow(node)) below.epoch = Math.max(below.epoch, onset);
  if (kind === 'creative-decay' && node) node.isWorn = true;
  if (lasts === null) updateIncident(run, incident);
  return incident;
};
