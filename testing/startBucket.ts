import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const sign = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Whether a request has a valid signature (version 4). Does not use the library that signs requests. */
const isSigned = ({ headers, method = '', url = '' }: IncomingMessage, keyId: string, key: string): boolean => {
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [id = '', day = '', region = '', service = ''] = credential.split('/');
  if (id !== keyId) return false;
  const { pathname, searchParams } = new URL(url, 'http://bucket');
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const signed = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const payload = String(headers['x-amz-content-sha256'] ?? '');
  const canonical = [method, pathname, query, signed.join(''), names, payload].join('\n');
  const scope = [day, region, service, 'aws4_request'].join('/');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n');
  const secret = [day, region, service, 'aws4_request'].reduce<string | Buffer>(sign, `AWS4${key}`);
  return timingSafeEqual(sign(secret, text), Buffer.from(signature, 'hex'));
};

/** A small page size, so that a list has several pages. */
const pageSize = 2;

export type TestBucket = { endpoint: string; files: Map<string, Buffer>; close: () => Promise<void> };

/** An S3 service with one bucket, in memory. It refuses requests whose signature is wrong. */
export const startBucket = async (name: string, keyId: string, key: string): Promise<TestBucket> => {
  const files = new Map<string, Buffer>();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket');
    const [, bucket, file = ''] = pathname.split('/');
    const answer = (status: number, xml = ''): void => void response.writeHead(status).end(xml);
    if (bucket !== name) return answer(404, '<Error><Code>NoSuchBucket</Code></Error>');
    if (!isSigned(request, keyId, key)) return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined)
        return answer(411, '<Error><Code>MissingContentLength</Code></Error>');
      files.set(file, body);
      return answer(200);
    }
    if (request.method === 'DELETE') {
      files.delete(file);
      return answer(204);
    }
    const prefix = searchParams.get('prefix') ?? '';
    const all = [...files.keys()].filter((each) => each.startsWith(prefix)).toSorted();
    const from = Number(searchParams.get('continuation-token') ?? 0);
    const shown = all.slice(from, from + pageSize).map((each) => `<Contents><Key>${each}</Key></Contents>`);
    const next =
      from + pageSize < all.length ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : '';
    return answer(200, `<ListBucketResult>${shown.join('')}${next}</ListBucketResult>`);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    files,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
