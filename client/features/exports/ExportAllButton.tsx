import { Button } from '#client/components/buttons/Button.tsx';
import { formatInteger } from '#client/lib/format.ts';
import { useIsExporting } from './state/exportsStore.ts';
import type { WholeList } from './state/exportWholeList.ts';

type ExportAllButtonProps = { whole: WholeList; isDisabled: boolean; onClick: () => void };

export const exportAllLabel = ({ count, isEstimated }: WholeList): string =>
  isEstimated ? `Export all (about ${formatInteger(count)})` : `Export all ${formatInteger(count)}`;

/** Exports the whole list to a new Google Sheet, when the screen shows only part of it. */
export const ExportAllButton = ({ whole, isDisabled, onClick }: ExportAllButtonProps) => {
  const isExporting = useIsExporting();
  return (
    <Button disabled={isDisabled || isExporting} onClick={onClick} className="max-sm:grow max-sm:px-2.5">
      {exportAllLabel(whole)}
    </Button>
  );
};
