import type { ReactNode } from 'react';
import { Lattice } from './sections/Lattice.tsx';
import { PublicFrame } from './frame/PublicFrame.tsx';

/** A page that replaces the requested one. @param children must contain `<main id="content">` */
export const ErrorPage = ({ children }: { children: ReactNode }) => (
  <PublicFrame currentPath={null}>
    <div className="relative flex flex-1 flex-col overflow-hidden">
      <Lattice className="absolute top-0 right-0 h-50 w-64 lg:h-130 lg:w-full lg:max-w-3xl" />
      {children}
    </div>
  </PublicFrame>
);
