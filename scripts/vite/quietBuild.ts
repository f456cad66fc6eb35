import { createLogger } from 'vite';
import type { Logger, Plugin } from 'vite';

/** Warnings that no change of ours can end. */
const causedByPackages = [
  // Vike adds a group without a name for the bundler's timing report.
  /^`output\.codeSplitting\.groups\[\d+\]\.name` is a function/,
  // The minifier does not know the pseudo-class, and keeps it. Browsers that know it mark the current section.
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

/** Lets a build print warnings and errors only. */
export const quietBuild = (): Plugin => ({
  name: 'leadlight:quiet-build',
  apply: 'build',
  config: () => ({ logLevel: 'warn', customLogger: createQuietLogger() }),
});
