import type { ErasureReceipt } from '#shared/contracts/privacy.ts';
import type { ReceiptRow } from './receipts.store.ts';

export const presentReceipt = ({ code, kind, counts, requestedAt, finishedAt }: ReceiptRow): ErasureReceipt => ({
  code,
  kind,
  counts,
  requestedAt: requestedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});
