import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path of the app. */
  to: string;
  /** Kept with the history entry. */
  state?: unknown;
};

/**
 * A link within the app, which changes the screen without loading a page. The router's own one can do the same and
 * brings what fetches the data of the next route ahead, which this app has none of.
 */
export const Link = ({ to, state, target, onClick, children, ...rest }: LinkProps) => {
  const href = useHref(to);
  const follow = useLinkClickHandler(to, { target, state });
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
};
