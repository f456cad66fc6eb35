import { findingLevels } from '#shared/findings.ts';
import type { FindingLevel } from '#shared/findings.ts';

/** An account, campaign, ad set, ad or form of an account. */
export type EntityKey = { level: FindingLevel; id: string };

/** Platforms reuse ids between levels. */
export const toEntity = ({ level, id }: EntityKey): string => `${level}:${id}`;

/** No platform has a `~` in its ids. */
const madeUp = '~';

/** The ad set of a campaign's ads that have none. */
export const madeUpAdSetOf = (campaignId: string): string => toEntity({ level: 'adset', id: madeUp + campaignId });

/** A made-up ad set is its campaign. */
export const readEntity = (entity: string): EntityKey => {
  const end = entity.indexOf(':');
  const level = findingLevels.find((each) => each === entity.slice(0, end));
  const id = entity.slice(end + 1);
  if (!level) throw new Error(`no entity: ${entity}`);
  return id.startsWith(madeUp) ? { level: 'campaign', id: id.slice(madeUp.length) } : { level, id };
};
