import { findingLevels } from '#shared/findings.ts';
import type { FindingLevel } from '#shared/findings.ts';

/** An account or one of its campaigns, ad sets, ads and forms. */
export type EntityKey = { level: FindingLevel; id: string };

/** The level is part of the key, because platforms reuse ids between levels. */
export const toEntity = ({ level, id }: EntityKey): string => `${level}:${id}`;

/** No platform has a `~` in its ids. */
const madeUp = '~';

/** A placeholder ad set for ads directly in a campaign. */
export const madeUpAdSetOf = (campaignId: string): string => toEntity({ level: 'adset', id: madeUp + campaignId });

/** Maps a placeholder ad set to its campaign. */
export const readEntity = (entity: string): EntityKey => {
  const end = entity.indexOf(':');
  const level = findingLevels.find((each) => each === entity.slice(0, end));
  const id = entity.slice(end + 1);
  if (!level) throw new Error(`invalid entity: ${entity}`);
  return id.startsWith(madeUp) ? { level: 'campaign', id: id.slice(madeUp.length) } : { level, id };
};
