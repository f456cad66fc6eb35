import type { Env } from '#server/config/env.ts';
import { ask, describeSilence, isSilence } from '#server/modules/operator/questions/ask.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';
import type { InstallationProof } from '#server/modules/operator/questions/installationProof.ts';
import { probe } from '#server/modules/operator/questions/probe.ts';
import type { ProbeOutcome, SeenRequest } from '#server/modules/operator/questions/probe.ts';
import { isOpen, reachOf } from './settings.ts';

const reach = defineCheck('Public address', 'address.reach', 'PUBLIC_URL');
const forwarding = defineCheck('Public address', 'address.forwarding', 'Forwarded headers');
const redirect = defineCheck('Public address', 'address.redirect', 'http leads to https');

const gatewayFaults = new Set([502, 503, 504]);

const judgeSilence = (
  { PUBLIC_URL, HOST, PORT }: Env,
  outcome: Extract<ProbeOutcome, { kind: 'silent' }>,
): CheckResult => {
  const { hostname } = new URL(PUBLIC_URL);
  const found = `${PUBLIC_URL} cannot be reached: ${describeSilence(outcome.silence)}.`;
  if (outcome.silence.reason === 'unknown-host')
    return reach.fault(found, `Set \`PUBLIC_URL\` to a name that exists, or give ${hostname} an address in the DNS.`);
  // The loopback of a container is not that of the machine whose ports it uses.
  if (reachOf(PUBLIC_URL) === 'machine' && isOpen(HOST) && outcome.silence.reason === 'refused')
    return reach.note(
      `${PUBLIC_URL} is this machine's own name, which leads elsewhere from inside a container.`,
      'Open it in a browser to see that it works.',
    );
  return reach.fault(
    found,
    `Set \`PUBLIC_URL\` to the address at which the server in front listens; without one, on this machine alone, \`PUBLIC_URL=http://localhost:${PORT}\`.`,
  );
};

const judgeForeign = (
  { PUBLIC_URL, PORT }: Env,
  { answer }: Extract<ProbeOutcome, { kind: 'foreign' }>,
): CheckResult => {
  const location = answer.headers.get('location');
  if (answer.status >= 300 && answer.status < 400 && location !== null && URL.canParse(location, PUBLIC_URL)) {
    const { origin } = new URL(location, PUBLIC_URL);
    if (origin !== PUBLIC_URL)
      return reach.fault(`${PUBLIC_URL} only leads on to ${origin}.`, `Set \`PUBLIC_URL=${origin}\`.`);
  }
  if (gatewayFaults.has(answer.status))
    return reach.fault(
      `A server answers at ${PUBLIC_URL}, and does not reach Leadlight (status ${answer.status}).`,
      `Let it forward to the port of this installation (\`PORT=${PORT}\`).`,
    );
  return reach.fault(
    `Something answers at ${PUBLIC_URL} that is not this installation (status ${answer.status}).`,
    `Set \`PUBLIC_URL\` to the address of this installation, or let the server there forward everything to port ${PORT}.`,
  );
};

/** Reserved addresses (RFC 5737), as an attacker would claim them; the last one is the nearest. */
const claimedAddresses = ['198.51.100.1', '198.51.100.2', '198.51.100.3'];
const claimedHost = 'claimed.invalid';

/** The real number of proxies before the API: `forwardedFor` of a request that claims nothing, plus the web role. */
const proxiesOf = (plain: SeenRequest): number => plain.forwardedFor + 1;

const nginxLine = 'proxy_set_header X-Forwarded-For $remote_addr;';

/** The client, host and scheme as the API sees them, for a plain request and for one with claims. */
export const judgeForwarding = (
  { PUBLIC_URL, TRUST_PROXY }: Pick<Env, 'PUBLIC_URL' | 'TRUST_PROXY'>,
  plain: SeenRequest,
  claimed: SeenRequest,
): CheckResult => {
  const proxies = proxiesOf(plain);
  if (TRUST_PROXY < proxies)
    return forwarding.fault(
      `${proxies} servers stand before the API, its own web role included, and TRUST_PROXY is ${TRUST_PROXY}: everybody counts as one and the same client.`,
      `Set \`TRUST_PROXY=${proxies}\`.`,
    );
  const position = claimedAddresses.toReversed().indexOf(claimed.address);
  if (position >= 0 && TRUST_PROXY > proxies)
    return forwarding.fault(
      'Anybody can pass for any address, and so get past the limits: TRUST_PROXY counts more servers than there are.',
      `Set \`TRUST_PROXY=${Math.max(proxies, TRUST_PROXY - 1 - position)}\`.`,
    );
  if (position >= 0)
    return forwarding.fault(
      'The server in front passes on the X-Forwarded-For that it is sent, so anybody can pass for any address.',
      `Let it overwrite the header (nginx: \`${nginxLine}\`), or set \`TRUST_PROXY=1\` if none stands in front.`,
    );
  if (claimed.host === claimedHost)
    return forwarding.fault(
      'The server in front passes on the X-Forwarded-Host that it is sent.',
      'Let it overwrite the header (nginx: `proxy_set_header X-Forwarded-Host $host;`).',
    );
  const scheme = new URL(PUBLIC_URL).protocol.slice(0, -1);
  if (plain.protocol !== scheme)
    return TRUST_PROXY < 2 && scheme === 'https'
      ? forwarding.fault(
          'People come by https, so a server stands in front, and TRUST_PROXY does not count it.',
          'Set `TRUST_PROXY=2`.',
        )
      : forwarding.fault(
          `People come by ${scheme}, and the server in front says ${plain.protocol}.`,
          'Let it say how people come (nginx: `proxy_set_header X-Forwarded-Proto $scheme;`).',
        );
  if (claimed.protocol !== scheme)
    return forwarding.fault(
      'The server in front passes on the X-Forwarded-Proto that it is sent.',
      'Let it overwrite the header (nginx: `proxy_set_header X-Forwarded-Proto $scheme;`).',
    );
  return forwarding.ok(`Right: \`TRUST_PROXY=${TRUST_PROXY}\`, and what a client claims is not believed.`);
};

/** Whether a person who types the name without a scheme reaches https. */
export const checkRedirect = async (publicUrl: string, plainOrigin: string): Promise<CheckResult> => {
  const answer = await ask(plainOrigin);
  if (isSilence(answer)) return redirect.ok('Nothing is answered without encryption.');
  const location = answer.headers.get('location');
  if (answer.status >= 300 && answer.status < 400 && location?.startsWith(publicUrl)) return redirect.ok('It does.');
  return redirect.warning(
    `${plainOrigin} is answered without encryption (status ${answer.status}).`,
    `Let the server in front lead on from there to ${publicUrl} (nginx: \`return 301 ${publicUrl}$request_uri;\`).`,
  );
};

/** On another than the default port, people always type the number and the scheme. */
const checkRedirectOf = async (publicUrl: string): Promise<CheckResult[]> =>
  publicUrl.startsWith('https:') && new URL(publicUrl).port === ''
    ? [await checkRedirect(publicUrl, publicUrl.replace(/^https:/, 'http:'))]
    : [];

export type AddressOutcome = { results: CheckResult[]; isReached: boolean };

/** Whether PUBLIC_URL leads here, and how a request through it arrives. */
export const checkPublicAddress = async (env: Env, proof: InstallationProof): Promise<AddressOutcome> => {
  const { PUBLIC_URL } = env;
  const outcome = await probe(PUBLIC_URL, proof);
  if (outcome.kind === 'silent' && outcome.silence.reason === 'certificate')
    return { results: [reach.skipped('Its certificate is not taken, see there.')], isReached: false };
  if (outcome.kind === 'silent') return { results: [judgeSilence(env, outcome)], isReached: false };
  if (outcome.kind === 'foreign') return { results: [judgeForeign(env, outcome)], isReached: false };

  const claims = {
    'x-forwarded-for': claimedAddresses.join(', '),
    'x-forwarded-host': claimedHost,
    'x-forwarded-proto': PUBLIC_URL.startsWith('https:') ? 'http' : 'https',
  };
  const [claimed, redirected] = await Promise.all([probe(PUBLIC_URL, proof, claims), checkRedirectOf(PUBLIC_URL)]);
  return {
    isReached: true,
    results: [
      reach.ok(`${PUBLIC_URL} leads here, in ${outcome.ms} ms.`),
      claimed.kind === 'ours'
        ? judgeForwarding(env, outcome.seen, claimed.seen)
        : forwarding.skipped('The server in front does not let a request with forwarded headers through.'),
      ...redirected,
    ],
  };
};
