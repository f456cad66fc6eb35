import { createLogger } from 'vite';
import type { Logger, Plugin } from 'vite';

/** Warnings that packages cause and this project cannot prevent. */
const causedByPackages = [
  // Vike adds a group without a name for the bundler's timing report.
  /^`output\.codeSplitting\.groups\[\d+\]\.name` is a function/,
  // The minifier does not recognize the pseudo-class but keeps it. Browsers that support it mark the current section.
  /^\[lightningcss minify\] 'target-current' is not recognized/,
];

const escapes = new RegExp(`${String.fromCodePoint(27)}\\[\\d+m`, 'g');

const createQuietLogger = (): Logger => {
  const logger = createLogger('warn');
  return {
    ...logger,
    warn: (text, options) => {
      const plain = text.replaceAll(escapes, '');
      if (!causedByPackages.some((pattern) => pattern.test(plain))) logger.warn(text, options);
    },
  };
};

/** Limits the build output to warnings and errors. */
export const quietBuild = (): Plugin => ({
  name: 'leadlight:quiet-build',
  apply: 'build',
  config: () => ({ logLevel: 'warn', customLogger: createQuietLogger() }),
});
