/**
 * What the build puts in place of socket.io's WebTransport (scripts/vite/lightSockets.ts): our server offers long polling and
 * web sockets only, so nobody ever asks for it.
 */
export const WT = function WT(): never {
  throw new Error('The build leaves WebTransport out: see scripts/vite/lightSockets.ts');
};
