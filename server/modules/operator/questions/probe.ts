import * as z from 'zod';
import { answerHeader, questionHeader } from './installationProof.ts';
import type { InstallationProof } from './installationProof.ts';
import { ask, isSilence } from './ask.ts';
import type { Answer, Silence } from './ask.ts';

/** Where an installation proves its identity and reports how a request reached its API. */
export const probePath = '/operator/probe';

const seenRequest = z.strictObject({
  /** As the API reads them from trusted proxies. */
  address: z.string(),
  host: z.string(),
  protocol: z.string(),
  /** Addresses that the request contained before it reached the web role. */
  forwardedFor: z.int(),
});
export type SeenRequest = z.output<typeof seenRequest>;

/** `stranger`: another server, an installation with other keys, a proxy that drops the question, or nobody. */
export type ProbeOutcome = { seen: SeenRequest } | { stranger: Answer | Silence };

/** Asks an origin whether this installation is behind it. `headers` simulate an attacker. */
export const probe = async (
  origin: string,
  proof: InstallationProof,
  headers: Record<string, string> = {},
): Promise<ProbeOutcome> => {
  const question = proof.ask(probePath);
  const answer = await ask(origin + probePath, { headers: { ...headers, [questionHeader]: question.header } });
  if (isSilence(answer) || answer.status !== 200) return { stranger: answer };
  if (!proof.isAnswer(question, answer.text, answer.headers.get(answerHeader))) return { stranger: answer };
  return { seen: seenRequest.parse(JSON.parse(answer.text)) };
};
