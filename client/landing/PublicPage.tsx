import type { ReactNode } from 'react';
import { PublicFooter } from './PublicFooter.tsx';
import { PublicHeader } from './PublicHeader.tsx';

/** Frame of the landing page and the legal pages. */
export const PublicPage = ({ currentPath, children }: { currentPath: string; children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <a
      href="#content"
      className="sr-only z-20 rounded-md bg-accent px-4 py-2 text-sm font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      Skip to content
    </a>
    <PublicHeader currentPath={currentPath} />
    <main id="content" className="flex-1">
      {children}
    </main>
    <PublicFooter />
  </div>
);
