import type { ReactNode } from 'react';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { Badge } from '#client/components/values/Badge.tsx';
import { formatDay, formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import type { Finding } from '#shared/contracts/findings.ts';
import { findingKindNames } from '#shared/findings.ts';
import { platformNames } from '#shared/platforms.ts';
import { endWords, markNames, markTones } from './words.ts';

const Fact = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex min-w-0 items-center gap-1.5">{children}</span>
);

/** The account, kind, date and mark of a finding. */
export const FindingFacts = ({ finding }: { finding: Finding }) => {
  const { platform, accountName, kind, openedAt, ended, mark } = finding;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      <Fact>
        <PlatformIcon platform={platform} className="size-3.5 shrink-0" />
        <span className="sr-only">{platformNames[platform]}:</span>
        <span dir="auto" className="truncate">
          {accountName}
        </span>
      </Fact>
      <Fact>{findingKindNames[kind]}</Fact>
      <Fact>
        {ended ? (
          `${endWords[ended.why]}, ${formatDay(ended.on)}`
        ) : (
          <time dateTime={openedAt} title={formatLongDateTime(openedAt)}>
            found {formatRelative(openedAt)}
          </time>
        )}
      </Fact>
      {mark && <Badge tone={markTones[mark.kind]}>{markNames[mark.kind]}</Badge>}
    </span>
  );
};
