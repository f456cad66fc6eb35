import { open } from 'node:fs/promises';
import { Decrypter, Encrypter } from 'age-encryption';

/*
 * Backups are encrypted with a passphrase in the age format (age-encryption.org/v1), so the program `age` opens them too.
 */

const headerStart = 'age-encryption.org/v1\n';

/**
 * Cost of guessing the passphrase, as the exponent of scrypt's N. 16 takes 64 MiB. The default of age, 18, takes 256
 * MiB, and a backup may share a container of 512 MiB with Leadlight.
 */
const workFactor = 16;

type Bytes = AsyncIterable<Uint8Array>;

/** Reads on demand, to limit memory use. */
const toStream = (bytes: Bytes): ReadableStream<Uint8Array> => {
  const iterator = bytes[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const next = await iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
};

/** Stage of a pipeline that encrypts. */
export const encryptWith = (passphrase: string) =>
  async function* (plain: Bytes): Bytes {
    const encrypter = new Encrypter();
    encrypter.setPassphrase(passphrase);
    encrypter.setScryptWorkFactor(workFactor);
    yield* await encrypter.encrypt(toStream(plain));
  };

export const isEncrypted = async (file: string): Promise<boolean> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerStart.length), 0, headerStart.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === headerStart;
  } finally {
    await handle.close();
  }
};

/** Stage of a pipeline that decrypts. @throws when the passphrase is wrong, or the file is truncated or changed */
export const decryptWith = (passphrase: string | undefined) =>
  async function* (encrypted: Bytes): Bytes {
    if (passphrase === undefined)
      throw new Error('it is encrypted; set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE to its passphrase');
    const decrypter = new Decrypter();
    decrypter.addPassphrase(passphrase);
    let plain: ReadableStream<Uint8Array>;
    try {
      plain = await decrypter.decrypt(toStream(encrypted));
    } catch (error) {
      // The library has no error type for a wrong passphrase.
      const isWrong = error instanceof Error && error.message.startsWith('no identity matched');
      throw new Error(isWrong ? 'its passphrase is not the one of BACKUP_PASSPHRASE' : 'its header is damaged', {
        cause: error,
      });
    }
    try {
      yield* plain;
    } catch (error) {
      throw new Error('it was cut off or changed after it was encrypted', { cause: error });
    }
  };
