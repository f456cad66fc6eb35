import { useSyncExternalStore } from 'react';

/** Times that are shown are right to a full minute, or to a second while they are new. */
const stepsMs = { minute: 60_000, second: 1_000 } as const;

/** A single timer serves all components that show a time in this step. */
const createClock = (stepMs: number) => {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const awaitNext = (): void => {
    timer = setTimeout(
      () => {
        listeners.forEach((listener) => listener());
        awaitNext();
      },
      stepMs - (Date.now() % stepMs),
    );
  };
  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      if (timer === undefined) awaitNext();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearTimeout(timer);
        timer = undefined;
      };
    },
    read: (): number => Math.floor(Date.now() / stepMs) * stepMs,
  };
};

const clocks = { minute: createClock(stepsMs.minute), second: createClock(stepsMs.second) };

/** The time of the last full minute or second. Renders again with each. */
export const useTime = (step: keyof typeof stepsMs): number =>
  useSyncExternalStore(clocks[step].subscribe, clocks[step].read);
