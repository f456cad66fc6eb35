import { platformFacts } from '#shared/platforms.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { createConnections } from '#server/modules/connections/createConnections.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import type { LeadPage, LeadSource } from '#server/providers/LeadSource.ts';
import type { LeadPageRow } from './leadPages.store.ts';
import type { Lease, LeadReadKey } from './leadReads.store.ts';
import { concernsPartOnly, toReadProblem } from './readProblems.ts';
import type { ReadProblem } from './readProblems.ts';
import type { AccessContext } from '#server/modules/connections/access/AccessContext.ts';

/** A read of the lead forms of a connection under way. */
export type LeadReading = {
  context: AppContext;
  lease: Lease;
  source: LeadSource;
  log: Logger;
  signal: AbortSignal;
  /** The parts that could not be read. */
  problems: ReadProblem[];
};

/** The lead forms of a platform; null: the platform is off in this installation. */
export const leadSourceOf = (
  { platforms }: Pick<AppContext, 'platforms'>,
  platform: LeadPlatformId,
): LeadSource | null => platforms[platform]?.leads ?? null;

/** Platform calls with the connection's grant, with the patience of a job. */
export const callPlatform = <T>(
  context: AccessContext,
  { workspaceId, platform }: LeadReadKey,
  signal: AbortSignal,
  run: (call: PlatformCall) => Promise<T>,
): Promise<T> => createConnections(context).withAccess(workspaceId, platform, { patience: 'background', signal }, run);

export const placeOfPageToken = ({ workspaceId, platform }: LeadReadKey, pageId: string): string =>
  `lead_pages.access_token:${workspaceId}:${platform}:${pageId}`;

/** The token of a Page in the form of the table. */
export const sealPageToken = (
  { secrets }: Pick<AppContext, 'secrets'>,
  key: LeadReadKey,
  page: LeadPage,
): string | null => (page.accessToken === null ? null : secrets.seal(page.accessToken, placeOfPageToken(key, page.id)));

/** A stored Page in the form of the adapter. */
export const openLeadPage = ({ secrets }: Pick<AppContext, 'secrets'>, row: LeadPageRow): LeadPage => ({
  id: row.pageId,
  name: row.name,
  accessToken: row.accessToken === null ? null : secrets.open(row.accessToken, placeOfPageToken(row, row.pageId)),
});

/** Where a platform delivers leads, on the public origin. */
export const callbackUrlOf = ({ env }: Pick<AppContext, 'env'>, platform: LeadPlatformId): string =>
  env.PUBLIC_URL + platformFacts[platform].leads.webhook;

/**
 * Runs one part of a read. A failure of this part is recorded, and the read continues.
 * @returns the problem, or null on success
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
