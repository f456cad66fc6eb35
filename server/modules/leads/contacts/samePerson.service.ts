import type { MergedLead, SimilarLead } from '#shared/contracts/duplicates.ts';
import { duplicateLimits } from '#shared/limits.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Queryable } from '#server/database/Database.ts';
import { notFound } from '#server/lib/failures/errors.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { readPublicId, toPublicId } from '#server/modules/leads/work/leadKey.ts';
import { readLeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';
import type { LeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';
import { requireKey } from '#server/modules/leads/work/leadWork.service.ts';
import { findWorkedLead } from '#server/modules/leads/work/leadWork.store.ts';
import { presentLead } from '#server/modules/leads/list/presentLead.ts';
import { findMergedInto, listMembers, listMergesOf } from './leadMerges.store.ts';
import type { NamedMerge } from './leadMerges.store.ts';
import { listSharingLeads } from './samePerson.store.ts';
import type { SharingLead } from './samePerson.store.ts';

type Place = { db: Queryable; workspaceId: WorkspaceId; step: LeadStep };

const readSimilar = async ({ db, workspaceId, step }: Place, { id, shares }: SharingLead): Promise<SimilarLead[]> => {
  const key = readPublicId(id);
  const row = key && (await findWorkedLead(db, workspaceId, step, key));
  if (!row) return [];
  const answers = row.answers.filter(({ values }) => values.some((value) => value !== ''));
  return [{ ...presentLead(row), answers, shares }];
};

const readMerged = async ({ db, workspaceId, step }: Place, merge: NamedMerge): Promise<MergedLead[]> => {
  const row = await findWorkedLead(db, workspaceId, step, merge);
  if (!row) return [];
  const { intoId: into, mergedAt, mergedBy } = merge;
  return [{ ...presentLead(row), into, mergedAt: mergedAt.toISOString(), mergedBy: mergedBy || null }];
};

/** The other leads of the same person, and the leads that are merged into this lead. @throws AppError 404 */
export const readSamePerson = async (
  { db }: Pick<AppContext, 'db'>,
  workspaceId: WorkspaceId,
  id: string,
): Promise<{ data: SimilarLead[]; total: number; merged: MergedLead[] }> => {
  const key = requireKey(id);
  const place: Place = { db, workspaceId, step: await readLeadStep(db, workspaceId) };
  if (!(await findWorkedLead(db, workspaceId, place.step, key))) throw notFound();
  // Duplicates and separations of a merged lead are shown at the visible lead.
  if (await findMergedInto(db, workspaceId, key)) return { data: [], total: 0, merged: [] };
  const members = [key, ...(await listMembers(db, workspaceId, toPublicId(key)))];
  const others = await listSharingLeads(db, workspaceId, members);
  const data: SimilarLead[] = [];
  for (const other of others.slice(0, duplicateLimits.shown)) data.push(...(await readSimilar(place, other)));
  const merged: MergedLead[] = [];
  for (const merge of await listMergesOf(db, workspaceId, members)) merged.push(...(await readMerged(place, merge)));
  return { data, total: others.length, merged };
};
