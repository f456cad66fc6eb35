/** Maximum wait for a server that does not respond. */
export const askTimeoutMs = 5_000;
const maxBytes = 256 * 1024;

export type Answer = { status: number; headers: Headers; text: string };
/** The reason for a missing response. */
export type Silence = { reason: 'refused' | 'unknown-host' | 'silent' | 'certificate' | 'broken'; code: string };

type AskOptions = {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
};

const reasons: Readonly<Record<string, Silence['reason']>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  ETIMEDOUT: 'silent',
  EHOSTUNREACH: 'silent',
  ENETUNREACH: 'silent',
  UND_ERR_CONNECT_TIMEOUT: 'silent',
  UND_ERR_HEADERS_TIMEOUT: 'silent',
  TimeoutError: 'silent',
};

/** Whether a Node error means that the server's certificate was refused. */
const isCertificateCode = (code: string): boolean => /CERT|SELF_SIGNED|LEAF_SIGNATURE|ISSUER/.test(code);

/** A short name such as `ECONNREFUSED`, without addresses. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  // Error for a host with several addresses: all of them failed.
  const inner: unknown = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause;
  if (inner instanceof Error && 'code' in inner && typeof inner.code === 'string') return inner.code;
  return error.name;
};

const toSilence = (error: unknown): Silence => {
  const code = codeOf(error);
  return { reason: reasons[code] ?? (isCertificateCode(code) ? 'certificate' : 'broken'), code };
};

const readText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > maxBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Sends one HTTP request with a short timeout. Redirects and errors count as responses. */
export const ask = async (
  url: URL | string,
  { method = 'GET', headers = {}, body }: AskOptions = {},
): Promise<Answer | Silence> => {
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(askTimeoutMs),
    });
    return { status: response.status, headers: response.headers, text: await readText(response) };
  } catch (error) {
    return toSilence(error);
  }
};

export const isSilence = (answer: Answer | Silence): answer is Silence => 'reason' in answer;

const silences: Record<Silence['reason'], string> = {
  refused: 'nothing listens there',
  'unknown-host': 'the name has no address',
  silent: `no answer within ${askTimeoutMs / 1000} s`,
  certificate: 'its certificate is not trusted',
  broken: 'the connection broke',
};

/** `nothing listens there (ECONNREFUSED)` */
export const describeSilence = ({ reason, code }: Silence): string => `${silences[reason]} (${code})`;

/** `status 404`, or the reason for a missing response. */
export const describeAnswer = (answer: Answer | Silence): string =>
  isSilence(answer) ? describeSilence(answer) : `status ${answer.status}`;

/** The body as JSON; undefined when it is invalid. */
export const readJson = ({ text }: Answer): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
};
