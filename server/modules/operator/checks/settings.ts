import { isIP } from 'node:net';
import type { Env } from '#server/config/env.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

/** Who can reach a host name: this machine, the same network, or everyone. */
type Reach = 'machine' | 'network' | 'public';

const privateAddress = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cd]|\[fe80:)/;
const privateName = /(?:^|\.)(?:local|lan|home|internal|home\.arpa|test)$/;

export const reachOf = (origin: string): Reach => {
  const { hostname } = new URL(origin);
  if (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    hostname.startsWith('127.')
  )
    return 'machine';
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[');
  if (privateAddress.test(hostname) || privateName.test(hostname) || (isName && !hostname.includes('.')))
    return 'network';
  return 'public';
};

/** Whether a listener can be reached from other machines. */
export const isOpen = (host: string): boolean => !['127.0.0.1', '::1', 'localhost'].includes(host);

const environment = defineCheck('Settings', 'settings.environment', 'Variables');

/** The faults that prevent a start. */
export const toFaultyEnvironment = (faults: readonly string[]): CheckResult =>
  environment.fault(
    `Leadlight cannot start: ${faults.join('; ')}`,
    `Change ${faults.map(nameOf).join(', ')} as described.`,
  );

const nameOf = (fault: string): string => `\`${fault.split(':')[0] ?? fault}\``;

const checkSandbox = ({ SANDBOX, PUBLIC_URL }: Env): CheckResult => {
  const check = defineCheck('Settings', 'settings.sandbox', 'Sandbox');
  if (!SANDBOX) return check.ok('Off.');
  if (reachOf(PUBLIC_URL) === 'machine')
    return check.note('On: the platforms and the mail server are simulated, and not checked.');
  return check.warning(
    'The platforms and the mail server are simulated, and other machines can reach them.',
    'Set `SANDBOX=false` and the credentials of the platforms.',
  );
};

const checkScheme = ({ PUBLIC_URL }: Env): CheckResult => {
  const check = defineCheck('Settings', 'settings.https', 'Encryption on the way');
  if (PUBLIC_URL.startsWith('https:')) return check.ok('People use https.');
  const reach = reachOf(PUBLIC_URL);
  if (reach === 'machine') return check.ok('Not needed: only this machine can open PUBLIC_URL.');
  const remedy = `Put TLS in front and set \`PUBLIC_URL=${PUBLIC_URL.replace(/^http:/, 'https:').replace(/:\d+$/, '')}\`.`;
  if (reach === 'network') return check.warning('Passwords cross your network in the clear.', remedy);
  return check.fault('Passwords cross the internet in the clear, and the platforms refuse such an address.', remedy);
};

const checkListener = ({ HOST, PORT, ROLES, SANDBOX, TRUST_PROXY, NODE_ENV }: Env): CheckResult => {
  const check = defineCheck('Settings', 'settings.listener', 'Listener');
  if (!ROLES.includes('web')) return check.ok('Not needed without the role web.');
  if (!isOpen(HOST)) return check.ok(`Port ${PORT}, for this machine only.`);
  if (TRUST_PROXY > 1 || SANDBOX || NODE_ENV !== 'production') return check.ok(`Port ${PORT}, for other machines too.`);
  return check.warning(
    `Port ${PORT} is open to other machines as plain HTTP, without a server in front.`,
    'Set `HOST=127.0.0.1`; or, with a server with TLS in front, `TRUST_PROXY=2`.',
  );
};

const checkNames = ({ misspelt }: Env): CheckResult =>
  misspelt.length === 0
    ? environment.ok('All of them can be read.')
    : environment.warning(
        `${misspelt.map(({ name }) => name).join(', ')}: not a setting, and without an effect.`,
        `Rename to ${misspelt.map(({ nearest }) => `\`${nearest}\``).join(', ')}, or remove.`,
      );

/** Checks of the variables alone. */
export const checkSettings = (env: Env): CheckResult[] => [
  checkNames(env),
  checkSandbox(env),
  checkScheme(env),
  checkListener(env),
];
