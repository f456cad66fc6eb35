import type { AppContext } from '#server/AppContext.ts';
import type { BeginGrant } from '#server/modules/connections/consent/BeginGrant.ts';
import { resumeExportsWithGrant } from '#server/modules/exports/control/resumeExport.ts';
import { deleteFindingsOf } from '#server/modules/findings/findingConnections.ts';
import { beginLeads } from '#server/modules/leads/leadConnections.ts';
import { beginInsights } from '#server/modules/ads/insightConnections.ts';

/** Starts reading the metrics and leads of a new grant, and resumes exports that waited for the grant. */
export const createBeginGrant =
  (context: Pick<AppContext, 'clock' | 'jobs' | 'platforms'>): BeginGrant =>
  async (tx, { workspaceId, platform, grantedScopes, isOtherIdentity }) => {
    const owner = { workspaceId, platform };
    await beginInsights(tx, context, owner, isOtherIdentity);
    if (isOtherIdentity) await deleteFindingsOf(tx, owner);
    await beginLeads(tx, context, owner, isOtherIdentity);
    await resumeExportsWithGrant(tx, context, owner, grantedScopes);
  };
