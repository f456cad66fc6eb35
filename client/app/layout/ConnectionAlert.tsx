import { WifiOff } from 'lucide-react';
import { StatusDot } from '#client/components/values/StatusDot.tsx';
import { useDelay } from '#client/lib/hooks/useDelay.ts';
import { useSocketStore } from '#client/stores/socketStore.ts';

/** Short drops heal by themselves and are not worth a word. */
const patienceMs = 3000;

/* A phone's header has room for a sign, not for the word; it is still read out. */
const Reconnecting = () =>
  useDelay(patienceMs) ? (
    <span title="Reconnecting…" className="flex items-center">
      <WifiOff aria-hidden="true" className="size-4 text-muted sm:hidden" />
      <span className="max-sm:sr-only">
        <StatusDot>Reconnecting…</StatusDot>
      </span>
    </span>
  ) : null;

/** Says that news from the server are late, while the live connection is down. */
export const ConnectionAlert = () => {
  const isConnected = useSocketStore((socket) => socket.isConnected);
  return <output>{!isConnected && <Reconnecting />}</output>;
};
