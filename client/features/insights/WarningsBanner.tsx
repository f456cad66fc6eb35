import { Banner } from '#client/components/states/Banner.tsx';
import { accountName } from '#client/lib/accountName.ts';
import type { AdAccount } from '#shared/contracts/adAccounts.ts';
import type { AccountWarning } from '#shared/contracts/insights.ts';
import { stripActPrefix } from '#shared/platforms/stripActPrefix.ts';

/** Further warnings are only counted. */
const shownWarnings = 3;

type WarningsBannerProps = { warnings: readonly AccountWarning[]; accounts: readonly AdAccount[] };

/** Accounts that could not be read while others could. */
export const WarningsBanner = ({ warnings, accounts }: WarningsBannerProps) => {
  const byAccount = new Map(warnings.map((warning) => [stripActPrefix(warning.accountId), warning.message]));
  if (byAccount.size === 0) return null;
  const names = new Map(accounts.map((account) => [stripActPrefix(account.id), accountName(account)]));
  const entries = [...byAccount];
  return (
    <Banner tone="warning">
      <p className="font-medium">Not every account could be read. The table shows the others.</p>
      <ul className="mt-0.5 list-disc pl-4">
        {entries.slice(0, shownWarnings).map(([id, message]) => (
          <li key={id}>
            {names.get(id) ?? id}: {message}
          </li>
        ))}
      </ul>
      {entries.length > shownWarnings && <p>and {entries.length - shownWarnings} more</p>}
    </Banner>
  );
};
