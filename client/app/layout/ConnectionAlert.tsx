import { WifiOff } from 'lucide-react';
import { StatusDot } from '#client/components/values/StatusDot.tsx';
import { useDelay } from '#client/lib/hooks/useDelay.ts';
import { useSocketStore } from '#client/stores/socketStore.ts';

/** Delay before the warning, because short drops recover by themselves. */
const patienceMs = 3000;

/* On phones only an icon is visible. Screen readers still get the text. */
const Reconnecting = () =>
  useDelay(patienceMs) ? (
    <span title="Reconnecting…" className="flex items-center">
      <WifiOff aria-hidden="true" className="size-4 text-muted sm:hidden" />
      <span className="max-sm:sr-only">
        <StatusDot>Reconnecting…</StatusDot>
      </span>
    </span>
  ) : null;

/** Warns that live updates are delayed while the connection is down. */
export const ConnectionAlert = () => {
  const isConnected = useSocketStore((socket) => socket.isConnected);
  return <output>{!isConnected && <Reconnecting />}</output>;
};
