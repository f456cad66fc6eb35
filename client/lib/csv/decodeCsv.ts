/**
 * The text of a CSV file, without its byte-order mark. Programs on Windows that do not save UTF-8 save in the code page
 * of western Europe, whose bytes are hardly ever valid UTF-8.
 */
export const decodeCsv = (bytes: ArrayBuffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
