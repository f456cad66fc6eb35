import { messages } from '#shared/messages.ts';
import { AppError } from './failures/errors.ts';

/** Reports the free-space state of the storage. */
export type Storage = {
  /** Writes are paused: reads continue, background work waits. */
  isFull(): boolean;
  /** @returns true once there is space; false when the process stops first */
  whenSpaceAvailable(): Promise<boolean>;
};

const full = new Set<object>();

/** Records whether the disk of an embedded database is full, whose statements cannot know why it is read-only. */
export const setDiskOfEmbeddedFull = (guard: object, isFull: boolean): void => {
  if (isFull) full.add(guard);
  else full.delete(guard);
};

/** Whether an embedded database of this process is read-only because its disk is full. */
export const isDiskOfEmbeddedFull = (): boolean => full.size > 0;

/** A database server watches its own disk and reports a full one per statement. */
export const unlimitedStorage: Storage = { isFull: () => false, whenSpaceAvailable: async () => true };

export const storageFull = (cause?: unknown): AppError =>
  new AppError(507, 'STORAGE_FULL', messages.server.storageFull, { cause, retryAfterSeconds: 30 });
