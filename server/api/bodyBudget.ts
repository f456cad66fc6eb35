import { serverBusy } from '#server/lib/failures/errors.ts';
import type { AppError } from '#server/lib/failures/errors.ts';
import { countRefusedBody } from '#server/metrics/counters.ts';

/** Room for one request body, as far as it has arrived. */
export type BodyHold = {
  /** @throws AppError 503 when there is no room for so many further bytes */
  take(bytes: number): void;
  /** The body is whole: from now on it keeps its room. */
  keep(): void;
  release(): void;
};

export type BodyBudget = {
  /**
   * @param owner who sends the body: a person or a client address
   * @param announcedBytes its length as far as it is known, counted against the owner's share at once
   * @param onEvicted called when the body loses its room; it is released by then
   * @throws AppError 503 when the owner's share is used up
   */
  open(owner: string, announcedBytes: number, onEvicted: (error: AppError) => void): BodyHold;
};

/** `ownerBytes`: what one owner may announce and hold at once. Without it the owners are not told apart. */
type BudgetLimits = { bytes: number; ownerBytes?: number };

const retryAfterSeconds = 5;

/**
 * Bytes of request bodies that the process holds at once. A new body takes the room of the oldest one that is still arriving. Bodies
 * that are sent slowly lose their room first, so that they cannot keep out those that arrive quickly.
 */
export const createBodyBudget = (
  name: string,
  { bytes: limit, ownerBytes = Number.POSITIVE_INFINITY }: BudgetLimits,
): BodyBudget => {
  let heldBytes = 0;
  const sharesUsed = new Map<string, number>();
  /** In the order of their arrival, each with what takes its room away. */
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
