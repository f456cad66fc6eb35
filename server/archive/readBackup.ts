import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { ExtractEvents } from 'tar-stream';
import { keyIdOf } from '#server/lib/crypto/aesSecretBox.ts';
import { decryptWith, isEncrypted } from './encryption.ts';
import { formatVersion, keysName, manifestName, manifestSchema, tableOfPart } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { createRowChecksum } from './rowChecksum.ts';
import type { RowChecksum } from './rowChecksum.ts';

/** The file was changed after it was written, or is not a backup. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError';
}

/** Generous, because a piece holds at least one whole row, however large. */
const entryLimitBytes = 512 * 1024 * 1024;

type Entry = ExtractEvents['entry'][1];

const readEntry = async (entry: Entry): Promise<Buffer<ArrayBuffer>> => {
  if ((entry.header.size ?? 0) > entryLimitBytes) throw new Error('an entry is too large');
  const chunks: Uint8Array[] = [];
  for await (const chunk of entry) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** `passphrase` opens an encrypted file. */
export type BackupSource = { file: string; passphrase: string | undefined };

/** The entries of the file in order. */
const readEntries = async function* ({
  file,
  passphrase,
}: BackupSource): AsyncGenerator<{ name: string; content: Buffer<ArrayBuffer> }> {
  const entries = extract();
  const read = (await isEncrypted(file))
    ? pipeline(createReadStream(file), decryptWith(passphrase), createGunzip(), entries)
    : pipeline(createReadStream(file), createGunzip(), entries);
  // The loop receives the error too and ends with it.
  read.catch(() => {});
  for await (const entry of entries) yield { name: entry.header.name, content: await readEntry(entry) };
  await read;
};

/** A piece of a table: some of its rows. */
export type TablePart = { table: string; text: Buffer<ArrayBuffer> };

/** The rows of a checked file, table by table. */
export const readParts = async function* (source: BackupSource): AsyncGenerator<TablePart> {
  for await (const { name, content } of readEntries(source)) {
    const table = tableOfPart(name);
    if (table !== null) yield { table, text: content };
  }
};

export type CheckedBackup = {
  manifest: Manifest;
  isEncrypted: boolean;
  keys: string[];
  /** Size of all tables as text. */
  textBytes: number;
};

const parseManifest = (content: Buffer): Manifest => {
  const json: unknown = JSON.parse(content.toString('utf8'));
  const version = manifestSchema.pick({ formatVersion: true }).safeParse(json);
  if (version.success && version.data.formatVersion > formatVersion)
    throw new Error('it was written by a newer version of Leadlight; use that version');
  const manifest = manifestSchema.safeParse(json);
  if (!manifest.success) throw new Error('its manifest is invalid');
  return manifest.data;
};

const compareTables = (manifest: Manifest, found: ReadonlyMap<string, RowChecksum>): void => {
  for (const { name, rows, checksum } of manifest.tables) {
    const sum = found.get(name) ?? createRowChecksum();
    if (sum.rows() !== rows || sum.digest() !== checksum)
      throw new Error(`the rows of ${name} differ from those that were written`);
  }
  const known = new Set(manifest.tables.map(({ name }) => name));
  for (const name of found.keys())
    if (!known.has(name)) throw new Error(`it contains a table that its manifest does not list: ${name}`);
};

/**
 * Reads the whole file and compares every table with the manifest.
 * @throws DamagedBackupError with the reason
 */
export const checkBackup = async (source: BackupSource): Promise<CheckedBackup> => {
  const { file } = source;
  try {
    const found = new Map<string, RowChecksum>();
    let manifest: Manifest | null = null;
    let keys: string[] = [];
    let textBytes = 0;
    for await (const { name, content } of readEntries(source)) {
      const table = tableOfPart(name);
      if (table !== null) {
        const sum = found.get(table) ?? createRowChecksum();
        sum.add(content);
        textBytes += content.length;
        found.set(table, sum);
      } else if (name === manifestName) manifest = parseManifest(content);
      else if (name === keysName) keys = content.toString('utf8').trim().split('\n');
    }
    if (!manifest) throw new Error('its end is missing');
    compareTables(manifest, found);
    if (keys.map(keyIdOf).join() !== manifest.keyIds.join())
      throw new Error('its keys differ from those in its manifest');
    return { manifest, isEncrypted: await isEncrypted(file), keys, textBytes };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DamagedBackupError(`${file} cannot be used: ${reason}`, { cause: error });
  }
};
