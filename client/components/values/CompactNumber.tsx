import { formatCompact, formatInteger, formatMoney } from '#client/lib/format.ts';
import { NoValue } from './NoValue.tsx';

type CompactNumberProps = {
  value: number | null | undefined;
  /** For money: the currency of the ad account. */
  currency?: string | null;
};

/** `12.3K` or `$12.3K` for tiles. The tooltip and screen readers get the full value. */
export const CompactNumber = ({ value, currency }: CompactNumberProps) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return <NoValue />;
  const full = currency === undefined ? formatInteger(value) : formatMoney(value, currency);
  return (
    <span title={full}>
      <span aria-hidden="true">{formatCompact(value, currency)}</span>
      <span className="sr-only">{full}</span>
    </span>
  );
};
