import { Banner } from '#client/components/states/Banner.tsx';
import { formatDateTime } from '#client/lib/format.ts';
import type { OverviewAccount } from '#shared/contracts/overview.ts';
import { platformNames } from '#shared/platforms.ts';
import { countOf } from './countOf.ts';

/** Further accounts are only counted. */
const shownAccounts = 3;

/** Accounts that could not be read while others could. */
export const FailingBanner = ({ accounts }: { accounts: readonly OverviewAccount[] }) => {
  const failing = accounts.filter(({ state }) => state === 'failing');
  if (failing.length === 0) return null;
  return (
    <Banner tone="warning">
      <p className="font-medium">
        {failing.length} of {countOf(accounts.length, 'account')} could not be read. What is known of them counts, and
        may be out of date.
      </p>
      <ul className="mt-0.5 list-disc pl-4">
        {failing.slice(0, shownAccounts).map(({ platform, accountId, name, problem, readAt }) => (
          <li key={`${platform} ${accountId}`}>
            {name} ({platformNames[platform]}){problem !== null && `: ${problem}`}
            {readAt !== null && ` (as of ${formatDateTime(readAt)})`}
          </li>
        ))}
      </ul>
      {failing.length > shownAccounts && <p>and {failing.length - shownAccounts} more</p>}
    </Banner>
  );
};
