import { Suspense, useState } from 'react';
import { Card } from '#client/components/layout/Card.tsx';
import { SettingRow } from '#client/components/layout/SettingRow.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { useIsOwner } from '#client/stores/workspaceStore.ts';

const LadderDialog = lazyScreen(
  async () => (await import('#client/features/leadWork/ladder/LadderDialog.tsx')).LadderDialog,
);
const ResponseGoalDialog = lazyScreen(
  async () => (await import('#client/features/leadWork/responses/ResponseGoalDialog.tsx')).ResponseGoalDialog,
);
const PhoneCountryDialog = lazyScreen(async () => (await import('./PhoneCountryDialog.tsx')).PhoneCountryDialog);

const settings = [
  {
    title: 'Statuses',
    text: 'The steps that a lead goes through.',
    label: 'Edit Statuses',
    Dialog: LadderDialog,
  },
  {
    title: 'First response',
    text: 'How soon, and in which hours. Leads that wait longer are overdue.',
    label: 'Set Goal',
    Dialog: ResponseGoalDialog,
  },
  {
    title: 'Phone numbers',
    text: 'The country of numbers without a country code. Leads with the same number are one person’s.',
    label: 'Choose Country',
    Dialog: PhoneCountryDialog,
  },
] as const;

/** The workspace's settings for leads. Only owners can change them. */
export const LeadSettingsCard = () => {
  const [Opened, setOpened] = useState<(typeof settings)[number]['Dialog'] | null>(null);
  if (!useIsOwner()) return null;
  return (
    <Card>
      <h2 className="mb-1 font-semibold">Leads</h2>
      <div>
        {settings.map(({ Dialog, ...setting }) => (
          <SettingRow key={setting.label} {...setting} onClick={() => setOpened(() => Dialog)} />
        ))}
      </div>
      {Opened && (
        <Suspense>
          <Opened onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Card>
  );
};
