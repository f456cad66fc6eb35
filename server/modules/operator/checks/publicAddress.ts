import type { Env } from '#server/config/env.ts';
import { describeAnswer, isSilence } from '#server/modules/operator/questions/ask.ts';
import type { Answer, Silence } from '#server/modules/operator/questions/ask.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';
import { createInstallationProof } from '#server/modules/operator/questions/installationProof.ts';
import { probe } from '#server/modules/operator/questions/probe.ts';
import type { SeenRequest } from '#server/modules/operator/questions/probe.ts';
import { isOpen, reachOf } from './settings.ts';

const reach = defineCheck('Public address', 'address.reach', 'PUBLIC_URL');
const forwarding = defineCheck('Public address', 'address.forwarding', 'Forwarded headers');

/** Another server, an installation with other keys, or no answer. */
const judgeStranger = ({ PUBLIC_URL, HOST, PORT }: Env, answer: Answer | Silence): CheckResult => {
  if (isSilence(answer) && answer.reason === 'certificate')
    return reach.skipped('Its certificate is not trusted, see Certificate.');
  // A container's loopback is not the loopback of the host machine.
  if (isSilence(answer) && answer.reason === 'refused' && reachOf(PUBLIC_URL) === 'machine' && isOpen(HOST))
    return reach.note(
      `${PUBLIC_URL} cannot be reached from here. Inside a container, that name is the container itself.`,
      'Open it in a browser to see that it works.',
    );
  const location = isSilence(answer) ? null : answer.headers.get('location');
  if (location !== null && URL.canParse(location) && new URL(location).origin !== PUBLIC_URL)
    return reach.fault(
      `${PUBLIC_URL} redirects to ${new URL(location).origin}.`,
      `Set \`PUBLIC_URL=${new URL(location).origin}\`.`,
    );
  return reach.fault(
    `${PUBLIC_URL} does not lead to this installation: ${describeAnswer(answer)}.`,
    `Start Leadlight if it is stopped, and restart it if \`ENCRYPTION_KEY\` has changed. Otherwise set \`PUBLIC_URL\` to the address of this installation, or let the server there forward everything to its port (\`PORT=${PORT}\`).`,
  );
};

/** Reserved addresses (RFC 5737), as an attacker would claim them. */
const claimedAddresses = ['198.51.100.1', '198.51.100.2', '198.51.100.3'];
const claimedHost = 'claimed.invalid';

const nginxLines =
  '`proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Host $host; proxy_set_header X-Forwarded-Proto $scheme;`';

/** The client, host and scheme as the API sees them, for a plain request and one with forged headers. */
export const judgeForwarding = (
  { PUBLIC_URL, TRUST_PROXY }: Pick<Env, 'PUBLIC_URL' | 'TRUST_PROXY'>,
  plain: SeenRequest,
  claimed: SeenRequest,
): CheckResult => {
  // The proxies that forward a client address, and the web role.
  const proxies = plain.forwardedFor + 1;
  const scheme = new URL(PUBLIC_URL).protocol.slice(0, -1);
  if (plain.protocol !== scheme)
    return forwarding.fault(
      `People use ${scheme}, and requests arrive as ${plain.protocol}.`,
      `Configure the server in front to set the headers (nginx: ${nginxLines}). Set \`TRUST_PROXY=${Math.max(2, proxies)}\` with it.`,
    );
  if (TRUST_PROXY !== proxies)
    return forwarding.fault(
      `${proxies} servers are in front of the API, its own web role included, and TRUST_PROXY is ${TRUST_PROXY}: ${
        TRUST_PROXY < proxies ? 'all visitors count as one client' : 'visitors can claim any address'
      }.`,
      `Set \`TRUST_PROXY=${proxies}\`.`,
    );
  if (claimedAddresses.includes(claimed.address) || claimed.host === claimedHost || claimed.protocol !== plain.protocol)
    return forwarding.fault(
      'The server in front passes on the forwarded headers that visitors send, so they can claim any address.',
      `Configure that server to overwrite the headers (nginx: ${nginxLines}).`,
    );
  return forwarding.ok(`\`TRUST_PROXY=${TRUST_PROXY}\` is right, and forged headers are ignored.`);
};

export type AddressOutcome = { results: CheckResult[]; isReached: boolean };

/** Whether PUBLIC_URL leads here, and how a request through it arrives. */
export const checkPublicAddress = async (env: Env, keys: readonly string[]): Promise<AddressOutcome> => {
  const { PUBLIC_URL } = env;
  if (keys.length === 0)
    return { results: [reach.skipped('Without its key, the installation cannot be recognized.')], isReached: false };
  const proof = createInstallationProof(keys);
  const plain = await probe(PUBLIC_URL, proof);
  if ('stranger' in plain) return { results: [judgeStranger(env, plain.stranger)], isReached: false };
  const claimed = await probe(PUBLIC_URL, proof, {
    'x-forwarded-for': claimedAddresses.join(', '),
    'x-forwarded-host': claimedHost,
    'x-forwarded-proto': PUBLIC_URL.startsWith('https:') ? 'http' : 'https',
  });
  return {
    isReached: true,
    results: [
      reach.ok(`${PUBLIC_URL} leads here.`),
      'stranger' in claimed
        ? forwarding.skipped('The server in front refuses requests with forwarded headers.')
        : judgeForwarding(env, plain.seen, claimed.seen),
    ],
  };
};
