import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { isBackupName } from './backupFiles.ts';

/** An S3 bucket and its credentials. */
export type Bucket = { endpoint: string; name: string; keyId: string; key: string };

/** Why a copy failed, with the code of the service and without any secret. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
}

/** Maximum size of one request. Larger files need a multipart upload, which some services lack. */
const largestBytes = 5 * 1024 ** 3;
/** A request without progress for this long is aborted. */
const listLimitMs = 60_000;

const codeOf = (xml: string): string => /<Code>([\w.-]{1,80})<\/Code>/.exec(xml)?.[1] ?? 'no code';

const request = async (
  { endpoint, name, keyId, key }: Bucket,
  path: string,
  init: { method: string; body?: Blob; signal: AbortSignal },
): Promise<string> => {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: key, service: 's3', retries: 0 });
  let response: Response;
  try {
    response = await client.fetch(`${endpoint}/${name}${path}`, { ...init, redirect: 'error' });
  } catch (error) {
    init.signal.throwIfAborted();
    throw new BucketError(`${new URL(endpoint).host} was not reached`, { cause: error });
  }
  const text = await response.text();
  if (!response.ok) throw new BucketError(`${new URL(endpoint).host} answered ${response.status}, ${codeOf(text)}`);
  return text;
};

/** Names of the backups in the bucket, newest first. */
const listBackups = async (bucket: Bucket, signal: AbortSignal): Promise<string[]> => {
  const query = new URLSearchParams({ 'list-type': '2', prefix: 'leadlight-' });
  const names: string[] = [];
  for (;;) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(listLimitMs)]);
    const xml = await request(bucket, `?${query.toString()}`, { method: 'GET', signal: limit });
    names.push(...[...xml.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key));
    const next = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml)?.[1];
    if (next === undefined) return names.filter(isBackupName).toSorted().toReversed();
    query.set('continuation-token', next.replaceAll('&amp;', '&'));
  }
};

/**
 * Copies a backup to a bucket, then deletes all but the newest backups there. Nothing else of the bucket is touched.
 * @throws BucketError
 */
export const copyToBucket = async (
  bucket: Bucket,
  file: string,
  { keep, signal }: { keep: number; signal: AbortSignal },
): Promise<void> => {
  const body = await openAsBlob(file);
  if (body.size > largestBytes) throw new BucketError('the file is larger than the 5 GiB that one upload can have');
  await request(bucket, `/${basename(file)}`, { method: 'PUT', body, signal });
  for (const name of (await listBackups(bucket, signal)).slice(keep))
    await request(bucket, `/${name}`, { method: 'DELETE', signal });
};
