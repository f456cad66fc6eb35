import { CompactNumber } from '#client/components/values/CompactNumber.tsx';
import type { Finding } from '#shared/contracts/findings.ts';

/** The money at stake, if a price is known. */
export const Stake = ({ finding: { stake, currency } }: { finding: Finding }) =>
  stake !== null && (
    <span className="block text-right whitespace-nowrap tabular-nums">
      <span className="block font-semibold">
        <CompactNumber value={Math.round(stake)} currency={currency} />
      </span>
      <span className="block text-xs text-muted">at stake</span>
    </span>
  );
