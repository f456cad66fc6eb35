import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { PeerCertificate } from 'node:tls';
import { utcDay } from '#shared/lib/dateRange.ts';
import { askTimeoutMs } from '#server/modules/operator/questions/ask.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

const check = defineCheck('Public address', 'address.certificate', 'Certificate');

type Shown = { certificate: PeerCertificate; refusal: string | null };

/** The certificate of a server, trusted or not; null if the server has none. */
const readCertificate = ({ hostname, port }: URL): Promise<Shown | null> =>
  new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host,
      port: port === '' ? 443 : Number(port),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      // Read only; nothing is sent over this connection.
      rejectUnauthorized: false,
    });
    const end = (shown: Shown | null): void => {
      socket.destroy();
      resolve(shown);
    };
    socket.setTimeout(askTimeoutMs, () => end(null));
    socket.once('error', () => end(null));
    socket.once('secureConnect', () => {
      const { authorizationError } = socket;
      const code =
        authorizationError instanceof Error && 'code' in authorizationError
          ? authorizationError.code
          : authorizationError;
      end({ certificate: socket.getPeerCertificate(), refusal: socket.authorized ? null : String(code) });
    });
  });

const dayMs = 86_400_000;
/** Let's Encrypt certificates are renewed thirty days ahead, so renewals have failed for about two weeks by then. */
const soonDays = 14;

const judgeCertificate = ({ hostname }: URL, { certificate, refusal }: Shown, now: Date): CheckResult => {
  const end = new Date(certificate.valid_to);
  const day = utcDay(end);
  const renew = `Renew the certificate of the server in front for ${hostname} (certbot: \`certbot renew\`), and reload that server.`;
  const daysLeft = Math.floor((end.getTime() - now.getTime()) / dayMs);
  if (end <= now) return check.fault(`It ended on ${day}.`, renew);
  if (refusal === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return check.fault(
      `It is for another name than ${hostname}.`,
      `Get one for ${hostname}, or set \`PUBLIC_URL\` to the name that it is for.`,
    );
  if (refusal !== null)
    return check.fault(
      `It is not trusted: ${refusal}.`,
      'Use one of a known authority and serve it with its whole chain (certbot: `fullchain.pem`). Browsers fetch missing parts, the platforms do not.',
    );
  if (daysLeft <= soonDays) return check.warning(`It ends on ${day}, in ${daysLeft} days.`, renew);
  return check.ok(`Taken, until ${day}.`);
};

/** Whether browsers and platforms accept the certificate of PUBLIC_URL, and until when. */
export const checkCertificate = async (publicUrl: string, now: Date): Promise<CheckResult[]> => {
  if (!publicUrl.startsWith('https:')) return [];
  const url = new URL(publicUrl);
  const shown = await readCertificate(url);
  return [shown ? judgeCertificate(url, shown, now) : check.skipped(`${publicUrl} shows none.`)];
};
