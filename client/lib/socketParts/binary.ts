/* What the build puts in place of socket.io's attachments (scripts/vite/lightSockets.ts): all our events are JSON. */

const leftOut = (): never => {
  throw new Error('The build leaves binary events out: see scripts/vite/lightSockets.ts');
};

export const deconstructPacket = leftOut;
export const reconstructPacket = leftOut;
