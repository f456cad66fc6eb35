import { chmod, writeFile } from 'node:fs/promises';
import { findEncryptionKeys } from '#server/config/encryptionKeys.ts';
import type { Installation } from '#server/cli/testing/startInstallation.ts';
import type { Fault } from './Fault.ts';

const keyText = async ({ context }: Installation): Promise<string> => (await findEncryptionKeys(context.env)).join(',');

/** Faults of folder, disk and clock. */
export const machineFaults: readonly Fault[] = [
  {
    name: 'a data folder that is not a folder',
    id: 'machine.folder',
    remedy: 'DATA_DIR',
    arrange: async (installation) => {
      const file = `${installation.source['DATA_DIR']}-file`;
      await writeFile(file, '');
      const key = installation.source['ENCRYPTION_KEY'] ?? (await keyText(installation));
      return { env: { DATA_DIR: file, ENCRYPTION_KEY: key } };
    },
  },
  {
    name: 'a data folder that other users can read',
    id: 'machine.folder',
    remedy: 'chmod 700',
    arrange: async (installation) => {
      const folder = installation.source['DATA_DIR'] ?? '';
      await chmod(folder, 0o755);
      return { undo: () => chmod(folder, 0o700) };
    },
  },
  {
    name: 'a disk that is nearly full',
    id: 'machine.disk',
    remedy: 'DATA_DIR',
    arrange: async () => ({ readFreeBytes: async () => 10_000_000 }),
  },
  {
    name: 'a wrong clock',
    id: 'machine.clock',
    remedy: 'timedatectl',
    arrange: async () => ({ now: () => new Date(Date.now() + 10 * 60_000) }),
  },
];
