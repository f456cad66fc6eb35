import { toDay } from './days.ts';
import type { Finding, Period } from './Finding.ts';
import type { Change, Found, Run, Span } from './kinds/Found.ts';

const period = ({ since, until, value }: Span): Period => ({ since: toDay(since), until: toDay(until), value });

export const writeChange = (unit: string, { before, after }: Pick<Change, 'before' | 'after'>): Finding['change'] => ({
  unit,
  before: period(before),
  after: period(after),
});

export const writeFinding = ({ account, read }: Run, found: Found): Finding => ({
  kind: found.kind,
  account: account.id,
  entity: found.node?.id ?? found.form ?? account.id,
  day: toDay(found.onset),
  detectedOn: toDay(read),
  direction: found.direction,
  change: writeChange(found.unit, found),
  cause: found.causes,
});
