import { useState } from 'react';
import { describeRows } from '#client/components/tables/describeRows.ts';
import { NumberedPagination } from '#client/components/tables/NumberedPagination.tsx';
import { Pagination } from '#client/components/tables/Pagination.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { Tabs } from '#client/components/layout/Tabs.tsx';
import { Badge } from '#client/components/values/Badge.tsx';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { KitState, WideKitState } from './KitSection.tsx';

const tabs = platformIds.map((id) => ({ id, label: `${platformNames[id]} Leads` }));

export const NavigationKit = () => {
  const [tab, setTab] = useState<PlatformId>('google');
  const [page, setPage] = useState(5);
  const [step, setStep] = useState(1);
  const pages = { pageSize: 50, total: 1240 };
  return (
    <>
      <WideKitState name="Tabs">
        <Tabs label="Platform" tabs={tabs} selected={tab} onSelect={setTab}>
          <p className="text-muted">What belongs to {platformNames[tab]}.</p>
        </Tabs>
      </WideKitState>
      <WideKitState name="Pages by number">
        <NumberedPagination
          name="Pages by number"
          page={page}
          totalPages={25}
          onPageChange={setPage}
          label={describeRows({ ...pages, page, shown: page === 25 ? 40 : 50 })}
        />
      </WideKitState>
      <WideKitState name="Pages by number, the next under way">
        <NumberedPagination
          name="Pages under way"
          page={1}
          totalPages={3}
          onPageChange={() => undefined}
          isBusy
          label="1–50 of 120"
        />
      </WideKitState>
      <WideKitState name="Pages by steps">
        <Pagination
          name="Pages by steps"
          label={`Dataset ${step} (more available)`}
          canGoBack={step > 1}
          canGoOn
          onPrevious={() => setStep(step - 1)}
          onNext={() => setStep(step + 1)}
        />
      </WideKitState>
      <KitState name="Platforms">
        {platformIds.map((platform) => (
          <Badge key={platform}>
            <PlatformIcon platform={platform} />
            {platformNames[platform]}
          </Badge>
        ))}
        <a href="#navigation" className={linkStyles}>
          A link in a text
        </a>
      </KitState>
    </>
  );
};
