import type { DataColumn } from './DataTable.tsx';
import { ariaSort, SortHeader } from './SortHeader.tsx';
import type { Sorting } from './SortHeader.tsx';

/** Turns the titles of columns with a `sortKey` into sort buttons. */
export const sortedColumns = <Row,>(columns: readonly DataColumn<Row>[], sorting: Sorting): DataColumn<Row>[] =>
  columns.map((column) => {
    const { sortKey, title, kind } = column;
    if (sortKey === undefined || typeof title !== 'string') return column;
    return {
      ...column,
      title: <SortHeader sortKey={sortKey} title={title} isRight={kind === 'number'} sorting={sorting} />,
      ariaSort: ariaSort(sortKey, sorting),
    };
  });
