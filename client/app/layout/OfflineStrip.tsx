import { WifiOff } from 'lucide-react';
import { useIsOnline } from '#client/lib/hooks/useIsOnline.ts';

/** One line above every screen while the browser is offline. */
export const OfflineStrip = () => (
  <output className="sticky top-14 z-10 block empty:hidden [@media(height<30rem)]:top-11">
    {!useIsOnline() && (
      <span className="flex items-center gap-2 bg-warning-tint px-4 py-2 text-[13px] text-warning md:px-6">
        <WifiOff aria-hidden="true" className="size-4 shrink-0" />
        You’re offline. What you see may be out of date, and changes cannot be saved.
      </span>
    )}
  </output>
);
