import { standIn } from './standIn.ts';

/** Leaves out of socket.io what this app and its server never use: WebTransport, and events with binary attachments. */
export const lightSockets = () =>
  standIn('light-sockets', [
    {
      importer: /\/engine\.io-client\/.*\/transports\/index\.js$/,
      source: './webtransport.js',
      module: 'client/lib/socketParts/webtransport.ts',
    },
    {
      importer: /\/socket\.io-parser\/.*\/index\.js$/,
      source: './binary.js',
      module: 'client/lib/socketParts/binary.ts',
    },
    {
      importer: /\/socket\.io-parser\/.*\/index\.js$/,
      source: './is-binary.js',
      module: 'client/lib/socketParts/isBinary.ts',
    },
  ]);
