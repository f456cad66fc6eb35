import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const deriveSecret = (key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', 'leadlight operator', 32));

const sign = (secret: Buffer, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

const isSame = (a: string, b: string): boolean => {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
};

/** Request header: a nonce and its signatures. */
export const questionHeader = 'x-leadlight-question';
/** Response header: the signature. */
export const answerHeader = 'x-leadlight-answer';

export type Question = { nonce: string; header: string };

export type InstallationProof = {
  ask(path: string): Question;
  /** Signs the response to a probe of this installation; null for any other request. */
  readQuestion(path: string, header: string): ((body: string) => string) | null;
  isAnswer(question: Question, body: string, signature: string | null): boolean;
};

/**
 * Mutual proof that two processes belong to one installation: both have its encryption keys. During a key change, one
 * common key is enough.
 */
export const createInstallationProof = (keys: readonly string[]): InstallationProof => {
  const secrets = keys.map(deriveSecret);
  return {
    ask: (path) => {
      const nonce = randomBytes(16).toString('hex');
      return { nonce, header: [nonce, ...secrets.map((secret) => sign(secret, `ask ${path} ${nonce}`))].join('.') };
    },
    readQuestion: (path, header) => {
      const [nonce = '', ...signatures] = header.split('.');
      if (!/^[0-9a-f]{32}$/.test(nonce)) return null;
      const secret = secrets.find((each) => {
        const expected = sign(each, `ask ${path} ${nonce}`);
        return signatures.some((signature) => isSame(signature, expected));
      });
      return secret ? (body) => sign(secret, `answer ${nonce} ${body}`) : null;
    },
    isAnswer: ({ nonce }, body, signature) =>
      signature !== null && secrets.some((secret) => isSame(signature, sign(secret, `answer ${nonce} ${body}`))),
  };
};
