import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { socketPath } from '#shared/socketEvents.ts';
import { ask, askTimeoutMs, describeSilence, isSilence } from '#server/modules/operator/questions/ask.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

const polling = defineCheck('Public address', 'address.polling', 'Sockets by polling');
const upgrade = defineCheck('Public address', 'address.websocket', 'Sockets by WebSocket');

const addressOf = (publicUrl: string, transport: 'polling' | 'websocket'): URL =>
  new URL(`${publicUrl}${socketPath}/?EIO=4&transport=${transport}`);

/** Engine.IO: the first packet of a server. */
const opening = '0{"sid"';

const checkPolling = async (publicUrl: string): Promise<CheckResult> => {
  const answer = await ask(addressOf(publicUrl, 'polling'), { headers: { origin: publicUrl } });
  if (isSilence(answer))
    return polling.fault(`They do not open: ${describeSilence(answer)}.`, forwardRemedy(publicUrl));
  if (answer.status === 200 && answer.text.startsWith(opening)) return polling.ok(`They open, in ${answer.ms} ms.`);
  if (answer.status === 403)
    return polling.fault(
      'The running process refuses them to pages of PUBLIC_URL.',
      `Start it with \`SOCKET_ORIGINS=${publicUrl}\`, or without SOCKET_ORIGINS.`,
    );
  return polling.fault(`They do not open (status ${answer.status}).`, forwardRemedy(publicUrl));
};

const forwardRemedy = (publicUrl: string): string =>
  `Let the server in front forward \`${publicUrl}${socketPath}/\` like everything else.`;

type Upgrade = { kind: 'open'; ms: number } | { kind: 'refused'; status: number } | { kind: 'silent' };

const tryUpgrade = (publicUrl: string): Promise<Upgrade> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    const request = (publicUrl.startsWith('https:') ? httpsRequest : httpRequest)(addressOf(publicUrl, 'websocket'), {
      headers: {
        origin: publicUrl,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
      agent: false,
    });
    const end = (outcome: Upgrade): void => {
      clearTimeout(timer);
      request.destroy();
      resolve(outcome);
    };
    const timer = setTimeout(() => end({ kind: 'silent' }), askTimeoutMs);
    request.once('upgrade', (_response, socket, head) => {
      let received = head;
      const look = (): void => {
        if (!received.includes(opening)) return;
        const ms = Math.round(performance.now() - startedAt);
        socket.destroy();
        end({ kind: 'open', ms });
      };
      socket.on('error', () => end({ kind: 'silent' }));
      socket.on('data', (chunk: Buffer) => {
        received = Buffer.concat([received, chunk]);
        look();
      });
      look();
    });
    request.once('response', ({ statusCode }) => end({ kind: 'refused', status: statusCode ?? 0 }));
    request.once('error', () => end({ kind: 'silent' }));
    request.end();
  });

const checkUpgrade = async (publicUrl: string): Promise<CheckResult> => {
  const outcome = await tryUpgrade(publicUrl);
  if (outcome.kind === 'open') return upgrade.ok(`They open, in ${outcome.ms} ms.`);
  if (outcome.kind === 'refused' && outcome.status === 403)
    return upgrade.skipped('Refused to pages of PUBLIC_URL, see above.');
  return upgrade.warning(
    `The upgrade does not get through (${outcome.kind === 'refused' ? `status ${outcome.status}` : 'no answer'}), so that every tab has to poll.`,
    'Let the server in front pass upgrades on (nginx: `proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";`).',
  );
};

/** Whether sockets open on the path that browsers use, for a page of PUBLIC_URL. */
export const checkSockets = async (publicUrl: string): Promise<CheckResult[]> => {
  const results = await Promise.all([checkPolling(publicUrl), checkUpgrade(publicUrl)]);
  if (results[0].state === 'ok') return results;
  return [results[0], upgrade.skipped('They do not open at all, see above.')];
};
