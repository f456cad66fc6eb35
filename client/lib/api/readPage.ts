import { isRecord } from '#client/lib/isRecord.ts';
import { readList } from './readList.ts';

/** A page of a list. */
export type ListPage<Row> = {
  rows: Row[];
  page: number;
  totalPages: number;
  totalItems: number | null;
  /** `totalItems` is an estimate. */
  isTotalEstimated: boolean;
  nextPage: number | null;
};

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/**
 * Reads both `{data: [rows], page, …}` and `{data: {data: [rows], page, …}}`. Without paging keys, the list is the only
 * page.
 */
export const readPage = <Row>(answer: unknown): ListPage<Row> => {
  const outer = isRecord(answer) ? answer : {};
  const { data } = outer;
  const inner = isRecord(data) && !Array.isArray(data) ? data : outer;
  const find = (key: string): number | null => numberOf(inner[key]) ?? numberOf(outer[key]);
  return {
    rows: readList<Row>(inner, 'data'),
    page: find('page') ?? 1,
    totalPages: Math.max(1, find('totalPages') ?? 1),
    totalItems: find('totalItems'),
    isTotalEstimated: inner['isTotalEstimated'] === true || outer['isTotalEstimated'] === true,
    nextPage: find('nextPage'),
  };
};
