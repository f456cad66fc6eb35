import type { ReactNode } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import { PublicFooter } from './PublicFooter.tsx';
import { PublicHeader } from './PublicHeader.tsx';

type PublicFrameProps = {
  /** Path of the current header link, or null. */
  currentPath: string | null;
  /** Must contain `<main id="content">`. */
  children: ReactNode;
};

/** Header and footer around every server-rendered page. */
export const PublicFrame = ({ currentPath, children }: PublicFrameProps) => {
  const { signInFiles } = usePageContext();
  return (
    // The file names are read by `prefetchSignIn`.
    <div className="flex min-h-dvh flex-col" data-sign-in-files={signInFiles.join(' ')}>
      <a
        href="#content"
        className="sr-only z-20 rounded-md bg-accent px-4 py-2 text-sm font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <PublicHeader currentPath={currentPath} />
      {children}
      <PublicFooter />
    </div>
  );
};
