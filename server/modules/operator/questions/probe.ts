import * as z from 'zod';
import { answerHeader, questionHeader } from './installationProof.ts';
import type { InstallationProof } from './installationProof.ts';
import { ask, isSilence } from './ask.ts';
import type { Answer, Silence } from './ask.ts';

/** The path where an installation proves its identity and reports how a request reached its API. */
export const probePath = '/operator/probe';

const seenRequest = z.strictObject({
  /** Values that the API reads from trusted proxies. */
  address: z.string(),
  host: z.string(),
  protocol: z.string(),
  /** Forwarded addresses in the request when it reached the web role. */
  forwardedFor: z.int(),
});
export type SeenRequest = z.output<typeof seenRequest>;

/** `stranger`: another server, an installation with other keys, or a proxy that drops the header. */
export type ProbeOutcome = { seen: SeenRequest } | { stranger: Answer | Silence };

/** Checks whether this installation is behind an origin. `headers` simulate an attacker. */
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
