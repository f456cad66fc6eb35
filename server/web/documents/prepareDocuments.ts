import { compressText } from './compress.ts';
import { toReadyAnswer } from './readyAnswer.ts';
import type { FindAnswer, ReadyAnswer } from './readyAnswer.ts';
import type { SiteDocument } from './siteDocuments.ts';

const prepare = async ({ contentType, cacheControl }: SiteDocument, body: Buffer): Promise<ReadyAnswer> =>
  toReadyAnswer({ contentType, cacheControl, body, compressed: await compressText(body) });

/** Prepared at the first request, and again whenever the content changes. */
const keepReady = (document: SiteDocument): (() => Promise<ReadyAnswer>) => {
  let last: { body: string | Buffer; answer: Promise<ReadyAnswer> } | null = null;
  return () => {
    const { body } = document;
    if (last?.body !== body) last = { body, answer: prepare(document, Buffer.from(body)) };
    return last.answer;
  };
};

/** The documents for programs, ready to send. */
export const prepareDocuments = (documents: ReadonlyMap<string, SiteDocument>): FindAnswer => {
  const ready = new Map([...documents].map(([path, document]) => [path, keepReady(document)]));
  return (path) => ready.get(path)?.();
};
