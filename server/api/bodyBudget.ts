import { serverBusy } from '#server/lib/failures/errors.ts';
import type { AppError } from '#server/lib/failures/errors.ts';
import { countRefusedBody } from '#server/metrics/counters.ts';

/** Memory reserved for the received part of one request body. */
export type BodyHold = {
  /** @throws AppError 503 when the budget has no room for these bytes */
  take(bytes: number): void;
  /** The body is complete and can no longer be evicted. */
  keep(): void;
  release(): void;
};

export type BodyBudget = {
  /**
   * @param owner the sender: a person or a client address
   * @param announcedBytes its length if known, counted against the owner's share at once
   * @param onEvicted called after the body was evicted and released
   * @throws AppError 503 when the owner's share is used up
   */
  open(owner: string, announcedBytes: number, onEvicted: (error: AppError) => void): BodyHold;
};

/** `ownerBytes`: the bytes that one owner may announce and hold at once. Without it there is no limit per owner. */
type BudgetLimits = { bytes: number; ownerBytes?: number };

const retryAfterSeconds = 5;

/**
 * Limits the bytes of request bodies in memory. A new body evicts the oldest one still arriving, so that slow senders
 * cannot block fast ones.
 */
export const createBodyBudget = (
  name: string,
  { bytes: limit, ownerBytes = Number.POSITIVE_INFINITY }: BudgetLimits,
): BodyBudget => {
  let heldBytes = 0;
  const sharesUsed = new Map<string, number>();
  /** In order of arrival, each with its eviction callback. */
  const arriving = new Map<BodyHold, () => void>();

  const refusal = (): AppError => {
    countRefusedBody(name);
    return serverBusy(retryAfterSeconds);
  };

  return {
    open: (owner, announcedBytes, onEvicted) => {
      let ownBytes = 0;
      let ownShare = 0;
      const growShare = (bytes: number): void => {
        const used = (sharesUsed.get(owner) ?? 0) + bytes;
        if (used > ownerBytes) throw refusal();
        sharesUsed.set(owner, used);
        ownShare += bytes;
      };
      const hold: BodyHold = {
        take: (bytes) => {
          if (ownBytes + bytes > ownShare) growShare(ownBytes + bytes - ownShare);
          for (const [oldest, evict] of arriving) {
            if (oldest === hold || heldBytes + bytes <= limit) break;
            evict();
          }
          if (heldBytes + bytes > limit) throw refusal();
          ownBytes += bytes;
          heldBytes += bytes;
        },
        keep: () => void arriving.delete(hold),
        release: () => {
          arriving.delete(hold);
          heldBytes -= ownBytes;
          const left = (sharesUsed.get(owner) ?? 0) - ownShare;
          if (left > 0) sharesUsed.set(owner, left);
          else sharesUsed.delete(owner);
          ownBytes = 0;
          ownShare = 0;
        },
      };
      growShare(announcedBytes);
      arriving.set(hold, () => {
        hold.release();
        onEvicted(refusal());
      });
      return hold;
    },
  };
};
