import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Tooltip } from '#client/components/overlays/Tooltip.tsx';
import { entering } from '#client/lib/address/navigation.ts';
import { cn } from '#client/lib/cn.ts';
import { isActivePath } from '../isActivePath.ts';

/** Shared by links and the group's button. */
export const navItemStyles = (isNarrow: boolean, isActive: boolean): string =>
  cn(
    'flex h-9 w-full items-center gap-2.5 rounded-md text-sm font-medium transition-colors duration-100 pointer-coarse:h-11',
    '[&>svg]:size-[18px] [&>svg]:shrink-0',
    isNarrow ? 'justify-center px-0' : 'px-2.5',
    isActive ? 'bg-accent-tint text-accent-text' : 'text-muted hover:bg-hover hover:text-fg',
  );

type NavItemProps = {
  href: string;
  label: string;
  icon: ReactNode;
  /** Drawn over the link. Does not change its accessible name. */
  badge?: ReactNode;
  isNarrow: boolean;
  /** Part of a group. */
  isNested?: boolean;
  onFollow: () => void;
};

/** A sidebar link. In the collapsed sidebar, the label becomes a tooltip and stays the accessible name. */
export const NavItem = ({ href, label, icon, badge, isNarrow, isNested = false, onFollow }: NavItemProps) => {
  const isActive = isActivePath(useLocation().pathname, href);
  return (
    <li className="relative">
      <Tooltip text={label} isActive={isNarrow}>
        <Link
          to={href}
          state={entering}
          aria-current={isActive ? 'page' : undefined}
          onClick={onFollow}
          className={cn(navItemStyles(isNarrow, isActive), isNested && !isNarrow && 'pl-9.5 [&>svg]:size-4')}
        >
          {icon}
          <span className={isNarrow ? 'sr-only' : 'truncate'}>{label}</span>
        </Link>
      </Tooltip>
      {badge}
    </li>
  );
};
