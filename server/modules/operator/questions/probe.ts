import * as z from 'zod';
import { answerHeader, questionHeader } from './installationProof.ts';
import type { InstallationProof } from './installationProof.ts';
import { ask, isSilence } from './ask.ts';
import type { Answer, Silence } from './ask.ts';

/** Where an installation proves its identity and reports how a request reached its API. */
export const probePath = '/operator/probe';

export const seenRequest = z.strictObject({
  version: z.string(),
  /** As the API reads them from trusted proxies. */
  address: z.string(),
  host: z.string(),
  protocol: z.string(),
  /** Addresses that the request contained before it reached the web role. */
  forwardedFor: z.int(),
});
export type SeenRequest = z.output<typeof seenRequest>;

export type ProbeOutcome =
  | { kind: 'ours'; seen: SeenRequest; ms: number }
  /** Another server, an installation with other keys, or a proxy that does not pass the question on. */
  | { kind: 'foreign'; answer: Answer }
  | { kind: 'silent'; silence: Silence };

/** Asks an origin whether this installation is behind it. `headers` simulate an attacker. */
export const probe = async (
  origin: string,
  proof: InstallationProof,
  headers: Record<string, string> = {},
): Promise<ProbeOutcome> => {
  const question = proof.ask(probePath);
  const answer = await ask(origin + probePath, { headers: { ...headers, [questionHeader]: question.header } });
  if (isSilence(answer)) return { kind: 'silent', silence: answer };
  if (answer.status !== 200 || !proof.isAnswer(question, answer.text, answer.headers.get(answerHeader)))
    return { kind: 'foreign', answer };
  return { kind: 'ours', seen: seenRequest.parse(JSON.parse(answer.text)), ms: answer.ms };
};
