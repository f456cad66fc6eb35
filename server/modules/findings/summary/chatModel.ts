import * as z from 'zod';
import type { Env } from '#server/config/env.ts';

export type ChatMessage = { role: 'system' | 'user'; content: string };

export type ChatModel = {
  /** @throws ModelError */
  write(messages: readonly ChatMessage[], signal: AbortSignal): Promise<string>;
};

/** `code` is a status or the name of a fault, without addresses and without a text of the server. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: string;
  readonly retryAfterSeconds: number | null;

  constructor(code: string, retryAfterSeconds: number | null = null) {
    super(`The language model did not answer: ${code}`);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type ModelLimits = { totalMs: number; maxBytes: number };

/** A large model on a small machine writes a few words a second. */
const defaultLimits: ModelLimits = { totalMs: 120_000, maxBytes: 256 * 1024 };

const answerShape = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/** A short name such as `ECONNREFUSED`. The error itself can quote the address. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : error.name;
};

const readText = async (response: Response, maxBytes: number): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ModelError('answer-too-large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const readRetryAfter = (headers: Headers): number | null => {
  const text = headers.get('retry-after')?.trim() ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
};

type ChatSettings = Pick<Env, 'LLM_URL' | 'LLM_KEY' | 'LLM_MODEL'>;

export const modelHeaders = ({ LLM_KEY }: Pick<Env, 'LLM_KEY'>): Record<string, string> =>
  LLM_KEY === undefined ? {} : { authorization: `Bearer ${LLM_KEY}` };

/** A server that speaks the OpenAI chat format; null when the installation has none. */
export const createChatModel = (settings: ChatSettings, limits: ModelLimits = defaultLimits): ChatModel | null => {
  const { LLM_URL, LLM_MODEL } = settings;
  if (LLM_URL === undefined || LLM_MODEL === undefined) return null;
  const exchange = async (messages: readonly ChatMessage[], signal: AbortSignal): Promise<string> => {
    const response = await fetch(`${LLM_URL}/chat/completions`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...modelHeaders(settings) },
      body: JSON.stringify({ model: LLM_MODEL, messages, stream: false }),
      // A redirect would send the key to another host.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new ModelError(`status ${response.status}`, readRetryAfter(response.headers));
    }
    const parsed = answerShape.safeParse(parseJson(await readText(response, limits.maxBytes)));
    const [choice] = parsed.data?.choices ?? [];
    if (!choice) throw new ModelError('unreadable-answer');
    return choice.message.content;
  };
  return {
    write: async (messages, signal) => {
      try {
        return await exchange(messages, signal);
      } catch (error) {
        signal.throwIfAborted();
        throw error instanceof ModelError ? error : new ModelError(codeOf(error));
      }
    },
  };
};
