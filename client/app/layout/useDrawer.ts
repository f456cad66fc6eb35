import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { setMobileSidebarOpen } from '#client/stores/uiStore.ts';

/**
 * While the drawer is open, stops the page from scrolling and closes the drawer on Escape. Restores the focus
 * afterwards.
 * @returns a function that closes the drawer
 */
export const useDrawer = (isOpen: boolean): (() => void) => {
  const opener = useRef<Element | null>(null);
  const close = useCallback(() => setMobileSidebarOpen(false), []);

  // A layout effect, so that the focus is saved before another effect moves it into the drawer.
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
