import { messages } from '#shared/messages.ts';
import { AppError } from './failures/errors.ts';

/** Whether there is room to store anything. */
export type Storage = {
  /** Writing is paused: reading goes on, background work waits. */
  isFull(): boolean;
  /** @returns true as soon as there is room; false when the process stops before */
  whenRoom(): Promise<boolean>;
};

/** A database server looks after its disk itself, and says so statement by statement. */
export const roomyStorage: Storage = { isFull: () => false, whenRoom: async () => true };

export const storageFull = (cause?: unknown): AppError =>
  new AppError(507, 'STORAGE_FULL', messages.server.storageFull, { cause, retryAfterSeconds: 30 });
