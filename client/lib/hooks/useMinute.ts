import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** A single timer serves all components that show a time. */
const awaitNextMinute = (): void => {
  timer = setTimeout(
    () => {
      listeners.forEach((listener) => listener());
      awaitNextMinute();
    },
    minuteMs - (Date.now() % minuteMs),
  );
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (timer === undefined) awaitNextMinute();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
};

const currentMinute = (): number => Math.floor(Date.now() / minuteMs) * minuteMs;

/** The time of the last full minute. Renders again every minute. */
export const useMinute = (): number => useSyncExternalStore(subscribe, currentMinute);
