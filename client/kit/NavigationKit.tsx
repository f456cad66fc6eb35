import { History, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Action } from '#client/components/actions/Action.ts';
import { ActionButton } from '#client/components/actions/ActionButton.tsx';
import { describeRows } from '#client/components/tables/describeRows.ts';
import { NumberedPagination } from '#client/components/tables/NumberedPagination.tsx';
import { Pagination } from '#client/components/tables/Pagination.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { dialogAction } from '#client/components/actions/dialogAction.tsx';
import { MoreMenu } from '#client/components/actions/MoreMenu.tsx';
import { FilterMenu } from '#client/components/forms/FilterMenu.tsx';
import { SearchBox } from '#client/components/forms/SearchBox.tsx';
import { CompactTools } from '#client/components/layout/CompactTools.tsx';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { Tabs } from '#client/components/layout/Tabs.tsx';
import { Badge } from '#client/components/values/Badge.tsx';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { KitState, WideKitState } from './KitSection.tsx';

const tabs = platformIds.map((id) => ({ id, label: `${platformNames[id]} Leads` }));

const HistoryDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="History" size="sm" onClose={onClose}>
    <p>What happened here.</p>
  </Dialog>
);

const useActions = () => {
  const history = dialogAction(
    { key: 'history', label: 'History', icon: <History aria-hidden="true" /> },
    HistoryDialog,
    useState(false),
  );
  const remove: Action = {
    key: 'delete',
    label: 'Delete',
    icon: <Trash2 aria-hidden="true" />,
    isDisabled: true,
    onSelect: () => undefined,
  };
  return { actions: [history.action, remove], dialog: history.dialog };
};

const platformOptions = platformIds.map((value) => ({ value, label: platformNames[value] }));
const sortOptions = [
  { id: 'name', label: 'Name' },
  { id: 'spend', label: 'Spend' },
];

const Tools = () => {
  const { actions, dialog } = useActions();
  const [search, setSearch] = useState('');
  const [platforms, setPlatforms] = useState<readonly PlatformId[]>(['google']);
  const [sorted, setSorted] = useState<{ id: string; order: 'asc' | 'desc' }>({ id: 'name', order: 'asc' });
  return (
    <>
      <CompactTools
        first={<SearchBox value={search} onSearch={setSearch} />}
        sort={{
          options: sortOptions,
          selected: sorted.id,
          order: sorted.order,
          onChange: (id, order) => setSorted({ id, order }),
        }}
        filters={<FilterMenu title="Platform" options={platformOptions} selected={platforms} onChange={setPlatforms} />}
        count={platforms.length === 0 ? 0 : 1}
        onClear={() => setPlatforms([])}
        more={<MoreMenu actions={actions} />}
      />
      {dialog}
    </>
  );
};

const Buttons = () => {
  const { actions, dialog } = useActions();
  return (
    <>
      {actions.map((action) => (
        <ActionButton key={action.key} action={action} />
      ))}
      {dialog}
    </>
  );
};

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
      <WideKitState name="One row of tools, in compact windows">
        <Tools />
      </WideKitState>
      <KitState name="Actions as buttons">
        <Buttons />
      </KitState>
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
