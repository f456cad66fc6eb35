import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';

type DisclosureProps = { summary: string; isOpenAtFirst?: boolean; children: ReactNode };

/** Details of the preview. Only the person opens and closes them later. */
export const Disclosure = ({ summary, isOpenAtFirst = false, children }: DisclosureProps) => {
  const [isOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} className="group rounded-md border border-hairline">
      <summary className="flex min-h-9 items-center gap-2 rounded-md px-3 py-1.5 text-[13px] wrap-anywhere pointer-coarse:min-h-11">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        {summary}
      </summary>
      <div className="border-t border-hairline">{children}</div>
    </details>
  );
};
