import { countOf } from '#client/lib/countOf.ts';
import { formatDateTime } from '#client/lib/format.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { Banner } from './Banner.tsx';

type FailingAccountsProps = {
  accounts: readonly {
    platform: PlatformId;
    accountId: string;
    name: string;
    state: string;
    problem: string | null;
    /** Time of the last successful read. Null if there was no read. */
    readAt: string | null;
  }[];
  /** Explains how the failure affects the screen. */
  consequence: string;
};

/** Further accounts are only counted. */
const shownAccounts = 3;

/** Accounts that could not be read while others could, with the reason. */
export const FailingAccounts = ({ accounts, consequence }: FailingAccountsProps) => {
  const failing = accounts.filter(({ state }) => state === 'failing');
  if (failing.length === 0) return null;
  return (
    <Banner tone="warning">
      <p className="font-medium">
        {failing.length} of {countOf(accounts.length, 'account')} could not be read. {consequence}
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
