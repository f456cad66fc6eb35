import { CalendarDays } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useOfferedActions } from '#client/components/actions/offeredActions.ts';
import { useQuickSelectKeys } from '#client/lib/keys/useQuickSelectKeys.ts';
import type { RangeAddress } from '#client/lib/address/rangeAddress.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { localDay, quickSelectRange, quickSelects } from '#shared/lib/dateRange.ts';
import type { DateRange, QuickSelectId } from '#shared/lib/dateRange.ts';
import { PeriodMenu } from './PeriodMenu.tsx';

const RangeDialog = lazyScreen(async () => (await import('./RangeDialog.tsx')).RangeDialog);

/** The period of a screen: a menu, its shortcut letters, and a dialog for custom days. Use it once per screen. */
export const PeriodChooser = ({
  range,
  quickSelect,
  onChange,
}: RangeAddress & { onChange: (range: DateRange) => void }) => {
  const [isChoosingDays, setIsChoosingDays] = useState(false);
  const choosePeriod = (id: QuickSelectId): void => onChange(quickSelectRange(id, localDay(new Date())));
  useQuickSelectKeys(choosePeriod);
  useOfferedActions(
    quickSelects.map(({ id, label }) => ({
      key: `period ${id}`,
      label: `Period: ${label}`,
      icon: <CalendarDays aria-hidden="true" />,
      onSelect: () => choosePeriod(id),
    })),
  );
  return (
    <>
      <PeriodMenu
        range={range}
        quickSelect={quickSelect}
        onChoose={choosePeriod}
        onCustom={() => setIsChoosingDays(true)}
      />
      {isChoosingDays && (
        <Suspense>
          <RangeDialog
            days={{ range, quickSelect }}
            onClose={() => setIsChoosingDays(false)}
            onApply={(days) => {
              setIsChoosingDays(false);
              onChange(days);
            }}
          />
        </Suspense>
      )}
    </>
  );
};
