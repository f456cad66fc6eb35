import type { ReactNode } from 'react';
import { PublicFrame } from './PublicFrame.tsx';

/** Frame of the landing page and the legal pages. */
export const PublicPage = ({ currentPath, children }: { currentPath: string; children: ReactNode }) => (
  <PublicFrame currentPath={currentPath}>
    <main id="content" className="flex-1">
      {children}
    </main>
  </PublicFrame>
);
