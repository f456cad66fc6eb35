import { platformFacts } from '#shared/platforms.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { createConnections } from '#server/modules/connections/createConnections.ts';
import type { PlatformCall } from '#server/providers/PlatformCall.ts';
import type { LeadPage, LeadSource } from '#server/providers/LeadSource.ts';
import type { LeadPageRow } from './leadPages.store.ts';
import type { Lease, LeadReadKey } from './leadReads.store.ts';
import { concernsPartOnly, toReadProblem } from './readProblems.ts';
import type { ReadProblem } from './readProblems.ts';

/** A read of a connection's lead forms under way. */
export type LeadReading = {
  context: AppContext;
  lease: Lease;
  source: LeadSource;
  log: Logger;
  signal: AbortSignal;
  /** What could not be read while the rest could. */
  problems: ReadProblem[];
};

/** The lead forms of a platform; null: the platform is off on this install. */
export const leadSourceOf = (
  { platforms }: Pick<AppContext, 'platforms'>,
  platform: LeadPlatformId,
): LeadSource | null => platforms[platform]?.leads ?? null;

/** Calls to the platform with the person's grant, with the patience of a job. */
export const callPlatform = <T>(
  context: Pick<AppContext, 'logger' | 'clock' | 'db' | 'publisher' | 'platforms' | 'secrets'>,
  { workspaceId, platform }: LeadReadKey,
  signal: AbortSignal,
  run: (call: PlatformCall) => Promise<T>,
): Promise<T> => createConnections(context).withAccess(workspaceId, platform, { patience: 'background', signal }, run);

export const placeOfPageToken = ({ workspaceId, platform }: LeadReadKey, pageId: string): string =>
  `lead_pages.access_token:${workspaceId}:${platform}:${pageId}`;

/** A page's own token as the table keeps it. */
export const sealPageToken = (
  { secrets }: Pick<AppContext, 'secrets'>,
  key: LeadReadKey,
  page: LeadPage,
): string | null => (page.accessToken === null ? null : secrets.seal(page.accessToken, placeOfPageToken(key, page.id)));

/** A stored page as the platform's adapter takes it. */
export const openLeadPage = ({ secrets }: Pick<AppContext, 'secrets'>, row: LeadPageRow): LeadPage => ({
  id: row.pageId,
  name: row.name,
  accessToken: row.accessToken === null ? null : secrets.open(row.accessToken, placeOfPageToken(row, row.pageId)),
});

/** Where a platform delivers leads to, on the public origin. */
export const callbackUrlOf = ({ env }: Pick<AppContext, 'env'>, platform: LeadPlatformId): string =>
  env.PUBLIC_URL + platformFacts[platform].leads.webhook;

/**
 * Does one part of a read. A failure that concerns this part only is noted, and the read goes on.
 * @returns the problem, or null when all went well
 */
export const tryPart = async (
  { problems, log }: LeadReading,
  ids: Record<string, string>,
  part: () => Promise<void>,
): Promise<ReadProblem | null> => {
  try {
    await part();
    return null;
  } catch (error) {
    if (!concernsPartOnly(error)) throw error;
    log.warn({ ...ids, err: error }, 'a part of the lead forms could not be read');
    const problem = toReadProblem(error);
    problems.push(problem);
    return problem;
  }
};
