import { Suspense } from 'react';
import { ColumnsFrame } from '#client/components/tables/ColumnsFrame.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import type { CampaignColumnId } from '#shared/campaigns.ts';
import { columns } from '../columns.ts';

const ColumnList = lazyScreen(async () => (await import('./ColumnList.tsx')).ColumnList);

type ColumnChooserProps = {
  chosen: readonly CampaignColumnId[];
  /** The default columns. */
  preset: readonly CampaignColumnId[];
  /** Empty for the default columns. */
  onChange: (chosen: readonly CampaignColumnId[]) => void;
};

/** Selects the table columns. */
export const ColumnChooser = ({ chosen, preset, onChange }: ColumnChooserProps) => {
  const change = (next: readonly CampaignColumnId[]): void => onChange(next.join() === preset.join() ? [] : next);
  return (
    <ColumnsFrame
      count={`${chosen.length} of ${columns.length}`}
      className="w-72 max-w-[calc(100vw-2rem)]"
      onReset={() => onChange([])}
    >
      <Suspense fallback={<div className="h-80" />}>
        <ColumnList chosen={chosen} onChange={change} />
      </Suspense>
    </ColumnsFrame>
  );
};
