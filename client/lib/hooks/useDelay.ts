import { useEffect, useState } from 'react';

/** False until `delayMs` have passed, so that fast loads show no spinner. */
export const useDelay = (delayMs: number): boolean => {
  const [isOver, setIsOver] = useState(delayMs <= 0);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsOver(true), delayMs);
    return () => window.clearTimeout(timer);
  }, [delayMs]);
  return isOver;
};
