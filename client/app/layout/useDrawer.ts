import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { setMobileSidebarOpen } from '#client/stores/uiStore.ts';

/**
 * While the drawer is open the page behind it does not scroll and Escape closes it; afterwards the focus is back where
 * it was.
 *
 * @returns closes the drawer
 */
export const useDrawer = (isOpen: boolean): (() => void) => {
  const opener = useRef<Element | null>(null);
  const close = useCallback(() => setMobileSidebarOpen(false), []);

  // Earlier than other effects, one of which moves the focus into the drawer.
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen) return undefined;
    const handleKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', handleKeyDown);
    document.documentElement.classList.add('overflow-hidden');
    return () => {
      document.removeEventListener('keydown', handleKeyDown);
      document.documentElement.classList.remove('overflow-hidden');
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    };
  }, [isOpen, close]);

  return close;
};
