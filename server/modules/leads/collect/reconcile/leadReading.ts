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

/** A running read of the lead forms of a connection. */
export type LeadReading = {
  context: AppContext;
  lease: Lease;
  source: LeadSource;
  log: Logger;
  signal: AbortSignal;
  /** The problems of parts that could not be read. */
  problems: ReadProblem[];
};

/** The lead source of a platform; null when the platform is off in this installation. */
export const leadSourceOf = (
  { platforms }: Pick<AppContext, 'platforms'>,
  platform: LeadPlatformId,
): LeadSource | null => platforms[platform]?.leads ?? null;

/** Runs platform calls with the grant of the connection and the patience of a job. */
export const callPlatform = <T>(
  context: AccessContext,
  { workspaceId, platform }: LeadReadKey,
  signal: AbortSignal,
  run: (call: PlatformCall) => Promise<T>,
): Promise<T> => createConnections(context).withAccess(workspaceId, platform, { patience: 'background', signal }, run);

export const placeOfPageToken = ({ workspaceId, platform }: LeadReadKey, pageId: string): string =>
  `lead_pages.access_token:${workspaceId}:${platform}:${pageId}`;

/** Seals the token of a Page for the database. */
export const sealPageToken = (
  { secrets }: Pick<AppContext, 'secrets'>,
  key: LeadReadKey,
  page: LeadPage,
): string | null => (page.accessToken === null ? null : secrets.seal(page.accessToken, placeOfPageToken(key, page.id)));

/** Converts a stored Page for the adapter. */
export const openLeadPage = ({ secrets }: Pick<AppContext, 'secrets'>, row: LeadPageRow): LeadPage => ({
  id: row.pageId,
  name: row.name,
  accessToken: row.accessToken === null ? null : secrets.open(row.accessToken, placeOfPageToken(row, row.pageId)),
});

/** The public URL to which a platform delivers leads. */
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
