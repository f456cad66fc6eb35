import type { ReactNode } from 'react';
import type { Tone } from '#client/components/values/Badge.tsx';
import { CopyableId } from '#client/components/buttons/CopyableId.tsx';
import type { DataColumn } from '#client/components/tables/DataTable.tsx';
import { NoValue } from '#client/components/values/NoValue.tsx';
import { StatusDot } from '#client/components/values/StatusDot.tsx';
import { formatDay, formatDecimal, formatInteger, formatMoney, formatPercent } from '#client/lib/format.ts';
import { insightFacts } from '#shared/insights.ts';
import type { Column, ColumnKind } from '#shared/insights.ts';
import { isDay } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { InsightRow } from './insights.api.ts';

/** Facts about all rows that affect the cell formats. */
type CellContext = {
  /** Null if unknown. */
  currencyOf: (row: InsightRow) => string | null;
  /** Count columns with at least one fraction: all of their cells show decimals. */
  fractional: ReadonlySet<string>;
};

const numeric: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['integer', 'decimal', 'money', 'percent']);

/* Labels from Google and raw values from TikTok. */
const tones: Record<string, Tone> = {
  enabled: 'success',
  enable: 'success',
  campaign_status_enable: 'success',
  paused: 'warning',
  removed: 'danger',
  delete: 'danger',
  campaign_status_delete: 'danger',
};

const missing = <NoValue />;
const isMissing = (value: unknown): boolean => value === null || value === undefined || value === '';
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
/** Platforms send some numbers as text. */
const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

const formatNumber = (column: Column, row: InsightRow, context: CellContext): string => {
  const number = numberOf(row[column.key]);
  if (column.kind === 'money') return formatMoney(number, context.currencyOf(row));
  if (column.kind === 'percent') return formatPercent(number);
  return context.fractional.has(column.key) ? formatDecimal(number) : formatInteger(number);
};

const renderCell = (column: Column, row: InsightRow, context: CellContext): ReactNode => {
  const value = row[column.key];
  if (isMissing(value)) return missing;
  if (numeric.has(column.kind)) return numberOf(value) === null ? missing : formatNumber(column, row, context);
  if (column.kind === 'flag' && typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = textOf(value);
  if (column.kind === 'id') return <CopyableId id={text} copyLabel={`Copy ${column.title} ${text}`} />;
  if (column.kind === 'date' && isDay(text)) return <time dateTime={text}>{formatDay(text)}</time>;
  if (column.kind === 'status') return <StatusDot tone={tones[text.toLowerCase()]}>{text}</StatusDot>;
  return text;
};

const isWhole = (value: unknown): boolean => {
  const number = numberOf(value);
  return number === null || Number.isInteger(number);
};

export const buildInsightColumns = (
  platform: PlatformId,
  rows: readonly InsightRow[],
  currencyOf: CellContext['currencyOf'],
): DataColumn<InsightRow>[] => {
  const columns: readonly Column[] = insightFacts[platform].columns;
  const withDecimals = columns.filter(
    ({ key, kind }) => (kind === 'decimal' || kind === 'integer') && rows.some((row) => !isWhole(row[key])),
  );
  const context: CellContext = { currencyOf, fractional: new Set(withDecimals.map(({ key }) => key)) };
  return columns.map((column) => ({
    key: column.key,
    title: column.title,
    kind: numeric.has(column.kind) ? 'number' : column.kind === 'id' ? 'id' : 'text',
    pin: column.key === insightFacts[platform].nameKey ? 'start' : undefined,
    widthClass:
      column.key === insightFacts[platform].nameKey ? 'max-w-80' : column.kind === 'text' ? 'max-w-56' : undefined,
    cell: (row) => renderCell(column, row, context),
    hint: (row) => (column.kind === 'text' && !isMissing(row[column.key]) ? textOf(row[column.key]) : undefined),
  }));
};
