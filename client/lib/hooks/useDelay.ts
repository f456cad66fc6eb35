import { useEffect, useState } from 'react';

/** False at first and true after `delayMs`, so that what loads quickly shows no loader at all. */
export const useDelay = (delayMs: number): boolean => {
  const [isOver, setIsOver] = useState(delayMs <= 0);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsOver(true), delayMs);
    return () => window.clearTimeout(timer);
  }, [delayMs]);
  return isOver;
};
