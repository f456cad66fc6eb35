import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

export type RawAnswer = { headers: IncomingHttpHeaders; body: Buffer };

/** One response as sent, without decompression. @throws if the status is not 200 */
export const askRaw = (url: string, headers: Record<string, string>): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve({ headers: answer.headers, body: Buffer.concat(chunks) });
        else reject(new Error(`${url} answered ${answer.statusCode}`));
      });
    });
    asked.once('error', reject);
    asked.end();
  });
