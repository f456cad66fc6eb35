import { ChevronDown, LayoutDashboard } from 'lucide-react';
import { useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { Tooltip } from '#client/components/overlays/Tooltip.tsx';
import { cn } from '#client/lib/cn.ts';
import { isActivePath } from '../isActivePath.ts';
import { NavItem, navItemStyles } from './NavItem.tsx';
import { platformEntries } from './navigation.ts';

/** The group of the three platforms. Opens on their screens and otherwise keeps its state. */
export const OverviewGroup = ({ isNarrow, onFollow }: { isNarrow: boolean; onFollow: () => void }) => {
  const { pathname } = useLocation();
  const listId = useId();
  const isInside = platformEntries.some(({ href }) => isActivePath(pathname, href));
  const [isOpen, setIsOpen] = useState(isInside);
  const [lastPath, setLastPath] = useState(pathname);
  // Adjusts state during render, so that no frame shows the old state.
  if (lastPath !== pathname) {
    setLastPath(pathname);
    if (isInside) setIsOpen(true);
  }
  return (
    <li>
      <Tooltip text="Overview" isActive={isNarrow}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setIsOpen(!isOpen)}
          className={cn(navItemStyles(isNarrow, false), isInside && 'text-fg')}
        >
          <LayoutDashboard aria-hidden="true" />
          <span className={isNarrow ? 'sr-only' : 'truncate'}>Overview</span>
          {!isNarrow && (
            <ChevronDown
              aria-hidden="true"
              className={cn('ml-auto size-4! transition-transform duration-150', !isOpen && '-rotate-90')}
            />
          )}
        </button>
      </Tooltip>
      <ul id={listId} hidden={!isOpen} className="mt-0.5 grid gap-0.5 [[hidden]]:hidden">
        {platformEntries.map(({ href, label, platform }) => (
          <NavItem
            key={href}
            href={href}
            label={label}
            icon={<PlatformIcon platform={platform} />}
            isNarrow={isNarrow}
            isNested
            onFollow={onFollow}
          />
        ))}
      </ul>
    </li>
  );
};
