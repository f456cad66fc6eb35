import type { LeadFacets } from '#shared/contracts/leadWork.ts';
import { leadLists } from '#shared/leadLists.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { listTags, readListFacets } from './leadFacets.store.ts';

const byName = (one: { name: string }, other: { name: string }): number => one.name.localeCompare(other.name, 'en');

const firstOfEach = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => [
  ...new Map(items.toReversed().map((item) => [keyOf(item), item])).values(),
];

/** Reads the values of the newest leads, for the filters of the list. */
export const readLeadFacets = async ({ db }: Pick<AppContext, 'db'>, workspaceId: WorkspaceId): Promise<LeadFacets> => {
  // Sequentially, so that a heavy call uses only one connection.
  const lists: Awaited<ReturnType<typeof readListFacets>>[] = [];
  for (const list of leadLists) lists.push(await readListFacets(db, workspaceId, list));
  const tags = await listTags(db, workspaceId);
  const named = (kind: 'forms' | 'campaigns') =>
    firstOfEach(
      lists.flatMap((list) => list[kind]),
      ({ id }) => id,
    )
      .toSorted(byName)
      .slice(0, leadWorkLimits.facets);
  const questions = lists.flatMap((list) => list.questions);
  return {
    forms: named('forms'),
    campaigns: named('campaigns'),
    tags,
    questions: firstOfEach(questions, ({ name }) => name)
      .map(({ name }) => ({
        name,
        answers: [...new Set(questions.flatMap((each) => (each.name === name ? each.answers : [])))],
      }))
      .toSorted(byName)
      .slice(0, leadWorkLimits.facets),
  };
};
