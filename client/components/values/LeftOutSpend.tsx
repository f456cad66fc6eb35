import { formatMoney } from '#client/lib/format.ts';

type Spend = {
  /** In units of the currency. */
  spend: number;
  /** The part of the spend that the cost per lead includes. */
  leadSpend: number;
  currency: string | null;
};

/** The spend that a cost per lead leaves out. Null below the smallest unit, because sums are rounded. */
export const formatLeftOut = ({ spend, leadSpend, currency }: Spend): string | null => {
  const leftOut = formatMoney(Math.max(0, spend - leadSpend), currency);
  return leftOut === formatMoney(0, currency) ? null : leftOut;
};

/** A line below a cost per lead, with the spend of campaigns that cannot send leads to Leadlight. */
export const LeftOutSpend = (spend: Spend) => {
  const leftOut = formatLeftOut(spend);
  if (leftOut === null) return null;
  return (
    <span
      title="Spend of campaigns that cannot bring leads to Leadlight"
      className="block text-[11px] leading-4 font-normal text-muted"
    >
      without {leftOut}
    </span>
  );
};
