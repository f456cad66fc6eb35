import { useEffect } from 'react';
import { isTyping } from '#client/lib/isTyping.ts';
import { toggleSidebar } from '#client/stores/uiStore.ts';

/** `[` collapses and expands the sidebar, unless somebody is typing. */
export const useSidebarShortcut = (isActive: boolean): void => {
  useEffect(() => {
    if (!isActive) return undefined;
    const handleKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== '[' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      toggleSidebar();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [isActive]);
};
