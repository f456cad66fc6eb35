import { ScrollRegion } from '#client/components/tables/ScrollRegion.tsx';
import type { Tone } from '#client/components/values/Badge.tsx';
import { NoValue } from '#client/components/values/NoValue.tsx';
import { StatusDot } from '#client/components/values/StatusDot.tsx';
import { formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import type { Overview, OverviewAccount } from '#shared/contracts/overview.ts';
import { countOf } from '#client/lib/countOf.ts';
import { NamedIcon } from '#client/components/marks/NamedIcon.tsx';

const states: Record<OverviewAccount['state'], { tone: Tone; text: string }> = {
  ready: { tone: 'success', text: 'Up to date' },
  reading: { tone: 'neutral', text: 'Reading' },
  failing: { tone: 'danger', text: 'Failing' },
};

const headStyles =
  'h-9 border-t border-hairline px-2 text-left text-xs font-medium whitespace-nowrap text-muted first:pl-4';
const cellStyles = 'h-9 border-t border-hairline px-2 whitespace-nowrap first:pl-4 last:pr-4';

const SourceRow = ({ account }: { account: OverviewAccount }) => {
  const { platform, name, state, problem, missingDays, currency, timeZone, readAt } = account;
  return (
    <tr>
      <th scope="row" className={`${cellStyles} text-left font-normal`}>
        <span className="flex items-center gap-2">
          <NamedIcon platform={platform} />
          {name}
        </span>
      </th>
      <td className={cellStyles}>
        <StatusDot tone={states[state].tone}>
          {states[state].text}
          {problem !== null && `: ${problem}`}
          {missingDays > 0 && ` (${countOf(missingDays, 'day')} missing)`}
        </StatusDot>
      </td>
      <td className={cellStyles}>{currency ?? <NoValue />}</td>
      <td className={cellStyles}>{timeZone ?? <NoValue />}</td>
      <td className={cellStyles}>
        {readAt === null ? (
          <NoValue />
        ) : (
          <time dateTime={readAt} title={formatLongDateTime(readAt)}>
            {formatRelative(readAt)}
          </time>
        )}
      </td>
    </tr>
  );
};

const titles = ['Account', 'State', 'Currency', 'Time zone', 'Read'];

/** Per account, for comparison with the platform's own numbers. */
export const SourcesTable = ({ overview: { accounts, accountsLeftOut } }: { overview: Overview }) => (
  <>
    <ScrollRegion label="Accounts" className="overflow-x-auto">
      <table className="w-full border-separate border-spacing-0 text-[13px]">
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col" className={headStyles}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <SourceRow key={`${account.platform} ${account.accountId}`} account={account} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
    <div className="grid gap-1 border-t border-hairline px-4 py-3 text-xs text-pretty text-muted">
      <p>
        Each account counts by its own days and in its own currency.
        {accountsLeftOut > 0 &&
          ` Left out are ${countOf(accountsLeftOut, 'account')} that you have not set as default, or that are too many.`}
      </p>
      {[...new Set(accounts.flatMap(({ attribution }) => attribution ?? []))].map((attribution) => (
        <p key={attribution}>{attribution}</p>
      ))}
    </div>
  </>
);
