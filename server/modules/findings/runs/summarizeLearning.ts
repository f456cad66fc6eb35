import type { FindingKind } from '#shared/findings.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import type { Replay } from '../replay/openReplay.ts';

type Learning = { kind: FindingKind; until: Day };

/** Number of entities in an account that a kind checks. */
const countEntities = (
  kind: FindingKind,
  { campaigns, ads, forms }: Pick<Replay, 'campaigns' | 'ads' | 'forms'>,
): number => {
  if (kind === 'pacing') return 1;
  if (kind === 'creative-decay') return ads;
  return kind === 'lead-drought' ? forms : campaigns;
};

/**
 * Kinds that cannot detect anything in the account yet, each with the day it becomes ready. A kind is ready once one
 * entity has enough history.
 */
export const summarizeLearning = (
  learning: readonly Learning[],
  counts: Pick<Replay, 'campaigns' | 'ads' | 'forms'>,
): Learning[] =>
  [...Map.groupBy(learning, ({ kind }) => kind)].flatMap(([kind, each]) =>
    each.length < countEntities(kind, counts)
      ? []
      : [{ kind, until: each.map(({ until }) => until).reduce((a, b) => (a < b ? a : b)) }],
  );
