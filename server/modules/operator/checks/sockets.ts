import { socketPath } from '#shared/socketEvents.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';
import { askTimeoutMs } from '#server/modules/operator/questions/ask.ts';

const check = defineCheck('Public address', 'address.websocket', 'Sockets');

/** Whether a WebSocket opens on the path that browsers use, for a page of PUBLIC_URL. */
export const checkSockets = async (publicUrl: string): Promise<CheckResult[]> => {
  const address = `${publicUrl.replace(/^http/, 'ws')}${socketPath}/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { headers: { origin: publicUrl } });
  const isOpen = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), askTimeoutMs);
    const end = (opened: boolean) => () => {
      clearTimeout(timer);
      resolve(opened);
    };
    socket.addEventListener('open', end(true));
    socket.addEventListener('error', end(false));
  });
  socket.close();
  if (isOpen) return [check.ok('They open.')];
  return [
    check.warning(
      'No WebSocket opens, so screens update late or not at all.',
      `Configure the server in front to pass on upgrades of \`${socketPath}/\` (nginx: \`proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";\`). If \`SOCKET_ORIGINS\` is set, add \`${publicUrl}\` to it.`,
    ),
  ];
};
