import type { PageFields } from '#shared/contracts/paging.ts';
import { describeRows } from './describeRows.ts';
import { NumberedPagination } from './NumberedPagination.tsx';

type ListPaginationProps = {
  page: number;
  pageSize: number;
  /** Rows on this page. */
  shown: number;
  /** The list's response. */
  list: Pick<PageFields, 'totalPages' | 'nextPage'> & { totalItems: number | null; isTotalEstimated?: boolean };
  isBusy: boolean;
  onPageChange: (page: number) => void;
};

/** Numbered pages with a label such as `51–100 of 1,240`. */
export const ListPagination = ({ page, pageSize, shown, list, isBusy, onPageChange }: ListPaginationProps) => (
  <NumberedPagination
    page={page}
    totalPages={list.totalPages}
    hasNext={list.nextPage !== null}
    onPageChange={onPageChange}
    isBusy={isBusy}
    label={describeRows({
      page,
      pageSize,
      shown,
      total: list.totalItems,
      isTotalEstimated: list.isTotalEstimated,
    })}
  />
);
