import { startHostilePlatforms } from '../startHostilePlatforms.ts';
import type { ReceivedCall, HostilePlatforms, PlatformAnswer } from '../startHostilePlatforms.ts';

export type LeakyPlatform = Pick<HostilePlatforms, 'url' | 'forwardTo' | 'close'> & {
  /** Answers every call except those of browsers with this status and a copy of the call. Null: forwards calls again. */
  leak(status: number | null): void;
  /** Every secret in forwarded calls: tokens, codes, client secrets, proofs. */
  secrets: ReadonlySet<string>;
};

const secretNames = /^(?:.*(?:token|secret|credential|assertion|verifier|proof)|code|auth_code|state)$/i;
const harmlessNames = /page_?token|^token_type$|token_uri|_name$|verify_token/i;
/** Shorter values, such as error codes, are not secrets. */
const secretLength = 12;

/** The values of all fields with the name of a secret, at any depth. */
const findSecrets = (value: unknown, name = ''): string[] => {
  if (typeof value === 'string')
    return value.length >= secretLength && secretNames.test(name) && !harmlessNames.test(name) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => findSecrets(each, Array.isArray(value) ? name : key));
};

const readFields = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
};

/** An error in the formats of all three platforms that repeats the call. */
const leakOf = (echo: string): string =>
  JSON.stringify({
    error: {
      message: echo,
      type: 'OAuthException',
      code: 100,
      status: 'INVALID_ARGUMENT',
      details: [{ errors: [{ message: echo }] }],
    },
    error_description: echo,
    code: 50_000,
    message: echo,
    data: { echo },
  });

/** A proxy between the product and the sandbox that collects every secret and can answer like a platform that leaks them. */
export const startLeakyPlatform = async (): Promise<LeakyPlatform> => {
  const platforms = await startHostilePlatforms();
  const secrets = new Set<string>();
  const hear = (fields: unknown): void => {
    for (const secret of findSecrets(fields)) secrets.add(secret);
  };

  const recordCall = ({ url, headers, body }: ReceivedCall): void => {
    const bearer = headers.authorization?.replace(/^Bearer /, '');
    hear({ access_token: bearer ?? '', accessToken: headers['access-token'] ?? '' });
    hear(Object.fromEntries(new URL(url, 'http://platform').searchParams));
    hear(readFields(body));
  };
  platforms.twist((call, answer) => {
    recordCall(call);
    if (answer.headers['content-type']?.includes('json')) hear(readFields(answer.body.toString()));
    return answer;
  });
  const leak =
    (status: number) =>
    (call: ReceivedCall): PlatformAnswer => {
      recordCall(call);
      const { method, url, headers, body } = call;
      const echo = `${method} ${url} ${JSON.stringify(headers)} ${body}`;
      return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(leakOf(echo)) };
    };
  return {
    url: platforms.url,
    forwardTo: (sandboxUrl) => platforms.forwardTo(sandboxUrl),
    leak: (status) => platforms.refuse(status === null ? null : leak(status)),
    secrets,
    close: () => platforms.close(),
  };
};
