import type { UseQueryResult } from '@tanstack/react-query';
import type { Campaigns, CampaignRow } from '#shared/contracts/campaigns.ts';
import { rowKey } from '#client/lib/address/rowKey.ts';

/** A line of the table: a row, or a placeholder for the children of an opened row. */
export type Line = { key: string; depth: number } & (
  | { kind: 'row'; row: CampaignRow; isOpen: boolean }
  | { kind: 'loading' }
  | { kind: 'failed'; error: Error; retry: () => void; isRetrying: boolean }
  | { kind: 'more'; shown: number; total: number; parent: CampaignRow }
);

type Children = UseQueryResult<Campaigns> | undefined;

/** Lists the rows, with the children of open rows. */
export const toLines = (
  rows: readonly CampaignRow[],
  open: ReadonlySet<string>,
  childrenOf: (key: string) => Children,
  depth = 0,
): Line[] =>
  rows.flatMap((row): Line[] => {
    const id = rowKey(row);
    if (row.kind === 'rest') return [{ kind: 'row', key: `${id}:rest`, row, depth, isOpen: false }];
    const isOpen = row.children > 0 && open.has(id);
    const line: Line = { kind: 'row', key: id, row, depth, isOpen };
    const children = isOpen ? childrenOf(id) : undefined;
    if (!children) return [line];
    const below = { key: `${id}:children`, depth: depth + 1 };
    if (children.data) {
      const { rows: shown, totalItems } = children.data;
      const rest: Line[] =
        totalItems > shown.length
          ? [{ ...below, kind: 'more', shown: shown.length, total: totalItems, parent: row }]
          : [];
      return [line, ...toLines(shown, open, childrenOf, depth + 1), ...rest];
    }
    if (children.error) {
      const retry = (): void => void children.refetch();
      return [line, { ...below, kind: 'failed', error: children.error, retry, isRetrying: children.isFetching }];
    }
    return [line, { ...below, kind: 'loading' }];
  });
