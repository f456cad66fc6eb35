import { keptIncidentDays } from '../incidents.ts';
import { countKnownDays } from '../kinds/members.ts';
import { baselineDays } from '../limits.ts';
import type { Account, Incident } from '../Account.ts';
import type { DayNumber } from '../days.ts';
import type { Found, Run } from '../kinds/Found.ts';
import type { Days } from '../kinds/members.ts';
import type { Node } from '../Node.ts';

/** A new finding with its incident and the days that the finding names. */
export type Detection = { found: Found; incident: Incident; named: Days };

/** The days of a finding, except forecast days and the current day. */
export const namedDays = ({ day, end }: Run, { kind, onset, after }: Found): Days => {
  if (kind === 'pacing') return [onset, day];
  if (kind === 'lead-drought') return [onset, Math.max(onset, Math.floor(end / 24) - 1)];
  return [after.since, after.until];
};

export const nodeOf = ({ kind, node }: Found): Node => {
  if (!node) throw new Error(`${kind} needs an account or a part of it`);
  return node;
};

/** Whether figures for the baseline weeks and for the days after the onset are still stored. */
export const areKept = (account: Account, onset: DayNumber, [since, until]: Days): boolean =>
  countKnownDays(account, onset - baselineDays, onset - 1) > 0 && countKnownDays(account, since, until) > 0;

/** Whether the incident has expired, so that the same finding may be detected again. */
export const isLongAgo = ({ lastRead }: Account, onset: DayNumber): boolean => onset <= lastRead - keptIncidentDays;
