import { isDeepStrictEqual } from 'node:util';
import { addDays } from '#shared/lib/dateRange.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import type { StoredDetection } from '#server/database/schema.ts';
import { daysInMonth } from '../budgets/budgets.store.ts';
import type { Standing } from '../detector/Standing.ts';
import { readEntity, toEntity } from '../replay/entityIds.ts';
import type { EntityKey } from '../replay/entityIds.ts';
import type { FindingRow } from '../list/findings.store.ts';

/** Days after the end of a finding in which an expected cause opens no new finding. */
const expectedDays = 56;

/** A finding as detected by a run. */
export type Seen = Pick<
  FindingRow,
  'kind' | 'level' | 'entityId' | 'direction' | 'since' | 'foundOn' | 'stake' | 'said' | 'endedOn' | 'endedWhy'
>;

export const toSeen = ({ finding, ended, change, cause, stake, evidence, series }: Standing): Seen => {
  const { level, id } = readEntity(finding.entity);
  const said: StoredDetection = {
    change,
    causes: cause.map(({ entity, factor, part }) => ({ ...readEntity(entity), factor, part })),
    evidence,
    series,
  };
  return {
    kind: finding.kind,
    level,
    entityId: id,
    direction: finding.direction,
    since: finding.day,
    foundOn: finding.detectedOn,
    stake: stake === null ? null : stake.toFixed(6),
    said,
    endedOn: ended?.on ?? null,
    endedWhy: ended?.why ?? null,
  };
};

type Known = Seen & Pick<FindingRow, 'id' | 'mark'>;

export type ChangePlan = {
  opened: Seen[];
  /** Changed findings, including ended findings. */
  changed: { id: string; seen: Seen }[];
};

export type PlanFacts = {
  /** Open findings of the account, and ended findings that may still matter. */
  stored: readonly Known[];
  seen: readonly Seen[];
  /** An entity with its parents. */
  lineageOf: (entity: EntityKey) => ReadonlySet<string>;
  today: Day;
  /** The day of the last run. Null: this is the first run. */
  lastDay: Day | null;
};

const entityOf = ({ level, entityId }: Seen): EntityKey => ({ level, id: entityId });
const isSameEntity = (a: Seen, b: Seen): boolean => a.level === b.level && a.entityId === b.entityId;
const isSameDetection = (a: Seen, b: Seen): boolean =>
  a.kind === b.kind && isSameEntity(a, b) && a.foundOn === b.foundOn;
const isOpen = ({ endedOn }: Seen): boolean => endedOn === null;

/**
 * Ends a finding that the run no longer detects. Past months are not checked again. A drought detected during a day
 * disappears by its end if a lead has arrived since.
 */
const endUndetected = (known: Known, today: Day): Seen => {
  const month = known.since.slice(0, 7);
  if (known.kind === 'pacing' && month < today.slice(0, 7))
    return { ...known, endedOn: `${month}-${daysInMonth(month)}`, endedWhy: 'month' };
  return { ...known, endedOn: today, endedWhy: known.kind === 'lead-drought' ? 'over' : 'corrected' };
};

/**
 * The changes that a run makes to stored findings. Later metrics can move a finding's day and entity, so a finding
 * keeps its row while the same kind and direction lasts in its lineage. No second finding opens there.
 */
export const planChanges = ({ stored, seen, lineageOf, today, lastDay }: PlanFacts): ChangePlan => {
  const isRelated = (a: Seen, b: Seen): boolean =>
    a.kind === b.kind &&
    a.direction === b.direction &&
    (lineageOf(entityOf(a)).has(toEntity(entityOf(b))) || lineageOf(entityOf(b)).has(toEntity(entityOf(a))));

  const plan: ChangePlan = { opened: [], changed: [] };
  const left = new Set(seen);
  const partnerOf = new Map<Known, Seen>();
  for (const known of stored) {
    const same = [...left].find((each) => isSameDetection(each, known));
    if (!same) continue;
    partnerOf.set(known, same);
    left.delete(same);
  }
  for (const known of stored.filter(isOpen)) {
    if (partnerOf.has(known)) continue;
    const related = [...left].filter((each) => isRelated(each, known));
    const partner =
      related.find(isOpen) ??
      related.find(({ since, endedOn }) => endedOn !== null && endedOn >= known.since && since <= known.foundOn);
    if (!partner) continue;
    partnerOf.set(known, partner);
    left.delete(partner);
  }

  for (const known of stored) {
    const partner = partnerOf.get(known);
    // A finding that ended as over stays ended. Corrected findings may reappear, and an account may be read again.
    const mayReturn = known.endedWhy === 'corrected' || known.endedWhy === 'gone';
    const mayChange = isOpen(known) || (mayReturn && partner && isOpen(partner));
    if (!mayChange) continue;
    const next = partner ?? endUndetected(known, today);
    if (!isDeepStrictEqual(pickSeen(known), pickSeen(next))) plan.changed.push({ id: known.id, seen: pickSeen(next) });
  }

  const expectedSince = addDays(today, -expectedDays);
  const covers = (known: Known): boolean =>
    isOpen(known) || (known.mark === 'expected' && known.endedOn !== null && known.endedOn >= expectedSince);
  for (const each of left) {
    if (stored.some((known) => covers(known) && isRelated(known, each))) continue;
    if (plan.opened.some((other) => isOpen(other) === isOpen(each) && isRelated(other, each))) continue;
    const isNew = lastDay === null || each.foundOn >= lastDay;
    // Later metrics may move an open finding before the last run. If it had ended by then, ignore it.
    const isOver = stored.some((known) => isRelated(known, each) && (known.endedOn ?? '') >= each.since);
    if (isOpen(each) ? isNew || !isOver : lastDay !== null && isNew) plan.opened.push(each);
  }
  return plan;
};

const pickSeen = (from: Seen): Seen => ({
  kind: from.kind,
  level: from.level,
  entityId: from.entityId,
  direction: from.direction,
  since: from.since,
  foundOn: from.foundOn,
  stake: from.stake,
  said: from.said,
  endedOn: from.endedOn,
  endedWhy: from.endedWhy,
});
