const newLine = 10;
/** The size of a piece. One piece is in memory at a time, and becomes one entry of a backup. */
const pieceBytes = 4 * 1024 * 1024;

/** Cuts a stream of lines into pieces of similar size, each ending with a complete line. */
export const wholeRows = async function* (stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer<ArrayBuffer>> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of stream) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < pieceBytes) continue;
    const text = Buffer.concat(held);
    const end = text.lastIndexOf(newLine) + 1;
    if (end > 0) yield text.subarray(0, end);
    held = [text.subarray(end)];
    heldBytes = text.length - end;
  }
  if (heldBytes > 0) yield Buffer.concat(held);
};
