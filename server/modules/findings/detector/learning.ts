import type { FindingKind } from '#shared/findings.ts';
import { toDay } from './days.ts';
import { leastBaselineDays, learningDays } from './limits.ts';
import type { Account } from './Account.ts';
import type { DayNumber } from './days.ts';
import type { Learning } from './Finding.ts';

/** Days of figures that each kind needs: a baseline plus the days to compare with the baseline. */
export const campaignNeeds = {
  'spend-to-zero': leastBaselineDays + 2,
  'leads-stopped': leastBaselineDays + 3,
  'spend-spike': leastBaselineDays + 5,
  'cpl-shift': leastBaselineDays + 7,
} as const satisfies Partial<Record<FindingKind, number>>;
export const adNeeds = { 'creative-decay': leastBaselineDays + 7 } as const;
export const formNeeds = { 'lead-drought': leastBaselineDays + 1 } as const;
export const accountNeeds = { pacing: leastBaselineDays } as const;

/** Kinds that cannot be detected yet, with the first possible run if no day is missing. Few leads may cause further delay. */
export const learningOf = (account: Account): Learning[] => {
  if (account.lastDay < 0) return [];
  const next = account.lastDay + 1;
  const list = (needs: Partial<Record<FindingKind, number>>, entity: string, start: DayNumber): Learning[] =>
    (Object.entries(needs) as [FindingKind, number][])
      .filter(([, days]) => start + days > next)
      .map(([kind, days]) => ({ kind, account: account.id, entity, until: toDay(start + days) }));
  const startOf = (since: DayNumber) => (since > account.firstDay ? since + learningDays : account.firstDay);
  return [
    ...list(accountNeeds, account.id, account.firstDay),
    ...account.node.children.flatMap(({ id, since }) => list(campaignNeeds, id, startOf(since))),
    ...account.node.ads.flatMap(({ id, since }) => list(adNeeds, id, startOf(since))),
    ...[...account.forms.values()].flatMap(({ id, firstDay }) =>
      list(formNeeds, id, Number.isFinite(firstDay) ? firstDay : next),
    ),
  ];
};
