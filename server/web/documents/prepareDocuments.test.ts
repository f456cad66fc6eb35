import { expect, test } from 'vitest';
import { prepareDocuments } from './prepareDocuments.ts';

test('a document is prepared again only when its content changed', async () => {
  let body = 'Expires: 2027';
  const find = prepareDocuments(
    new Map([
      [
        '/security.txt',
        {
          contentType: 'text/plain; charset=utf-8',
          cacheControl: 'public, max-age=3600',
          get body() {
            return body;
          },
        },
      ],
    ]),
  );
  const first = await find('/security.txt');
  expect(await find('/security.txt')).toBe(first);
  body = 'Expires: 2028';
  const second = await find('/security.txt');
  expect(second?.representations[0]?.bytes.toString()).toBe('Expires: 2028');
  expect(second?.representations[0]?.etag).not.toBe(first?.representations[0]?.etag);
  expect(find('/other.txt')).toBeUndefined();
});
