import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { socketPath } from '#shared/socketEvents.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';
import { askTimeoutMs } from '#server/modules/operator/questions/ask.ts';

const check = defineCheck('Public address', 'address.websocket', 'Sockets');

/** Whether a WebSocket opens on the path that browsers use, for a page of PUBLIC_URL. */
export const checkSockets = async (publicUrl: string): Promise<CheckResult[]> => {
  const request = (publicUrl.startsWith('https:') ? httpsRequest : httpRequest)(
    `${publicUrl}${socketPath}/?EIO=4&transport=websocket`,
    {
      headers: {
        origin: publicUrl,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
      agent: false,
    },
  );
  const isOpen = await new Promise<boolean>((resolve) => {
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve(true);
    });
    request.on('response', () => resolve(false));
    request.on('error', () => resolve(false));
    request.setTimeout(askTimeoutMs, () => resolve(false));
    request.end();
  });
  request.destroy();
  if (isOpen) return [check.ok('They open.')];
  return [
    check.warning(
      'No WebSocket opens, so screens update late or not at all.',
      `Configure the server in front to pass on upgrades of \`${socketPath}/\` (nginx: \`proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";\`). If \`SOCKET_ORIGINS\` is set, add \`${publicUrl}\` to it.`,
    ),
  ];
};
