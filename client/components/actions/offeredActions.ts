import { useEffect, useRef } from 'react';
import type { Action } from './Action.ts';

/** The lists of actions on screen, each as a ref to the newest render. */
const offers = new Set<Readonly<{ current: readonly Action[] }>>();

/** Offers the actions of a mounted component to the search for everything, too. */
export const useOfferedActions = (actions: readonly Action[]): void => {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    offers.add(latest);
    return () => void offers.delete(latest);
  }, []);
};

/** What the screen offers at this moment, without disabled actions. */
export const offeredActions = (): Action[] =>
  [...offers].flatMap(({ current }) => current).filter(({ isDisabled }) => isDisabled !== true);
