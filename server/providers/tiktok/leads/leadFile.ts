import { unzip } from 'fflate';
import { messages } from '#shared/messages.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';

/** Far beyond real data; limits the memory that a file can take. */
const maxUnpackedBytes = 256 * 1024 * 1024;

/** CSV texts of an export. TikTok: zips files above 10 MB. */
export const readExportFile = async (bytes: Uint8Array): Promise<string[]> => {
  const files = isZip(bytes) ? await unpack(bytes) : [bytes];
  // The decoder drops a byte-order mark.
  return files.map((file) => new TextDecoder().decode(file));
};

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

const unpack = (bytes: Uint8Array): Promise<Uint8Array[]> => {
  let size = 0;
  return new Promise((resolve, reject) => {
    const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
      if (!name.toLowerCase().endsWith('.csv')) return false;
      size += originalSize;
      return size <= maxUnpackedBytes;
    };
    unzip(bytes, { filter }, (error, files) => {
      if (error) reject(fileError('retry', 'broken-zip'));
      else if (size > maxUnpackedBytes) reject(fileError('account', 'lead-file-too-large'));
      else resolve(Object.values(files));
    });
  });
};

const fileError = (outcome: 'retry' | 'account', providerCode: string): ProviderError =>
  new ProviderError('tiktok', { outcome, userMessage: messages.leads.formUnreadable, providerCode });
