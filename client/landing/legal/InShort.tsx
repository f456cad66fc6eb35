import type { ReactNode } from 'react';

/** Key points above a legal text. */
export const InShort = ({ children }: { children: ReactNode }) => (
  <div className="rounded-lg border border-hairline bg-surface p-5">
    <p className="font-semibold">In short</p>
    <ul className="mt-2 list-disc space-y-1.5 pl-5 marker:text-muted">{children}</ul>
  </div>
);
