import { useState } from 'react';
import { Dialog } from '#client/components/overlays/Dialog.tsx';
import { DialogActions } from '#client/components/overlays/DialogActions.tsx';
import { RangeFields } from './RangeFields.tsx';
import type { RangeAddress } from '#client/lib/address/rangeAddress.ts';
import { localDay } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';

type RangeDialogProps = { days: RangeAddress; onClose: () => void; onApply: (range: DateRange) => void };

/** Custom days. The Apply button applies changes. */
export const RangeDialog = ({ days, onClose, onApply }: RangeDialogProps) => {
  const [{ range, quickSelect }, setDays] = useState<RangeAddress>(days);
  const [today] = useState(() => localDay(new Date()));
  return (
    <Dialog
      title="Date range"
      size="md"
      onClose={onClose}
      footer={
        <DialogActions onCancel={onClose} onClick={() => onApply(range)}>
          Apply Changes
        </DialogActions>
      }
    >
      <RangeFields range={range} quickSelect={quickSelect} today={today} onChange={setDays} />
    </Dialog>
  );
};
