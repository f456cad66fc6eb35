import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { LaunchOptions } from '@playwright/test';
import { aptGet, hasAptGet, isRoot } from '#testing/aptGet.ts';

const defaultPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const find = (): string | null =>
  [process.env['CHROMIUM_PATH'], chromium.executablePath(), ...defaultPaths].find((path) => path && existsSync(path)) ??
  null;

/**
 * The browser for tests: CHROMIUM_PATH, Playwright's, the system's, or else Debian's package, installed if possible.
 * @throws an error that says what to install
 */
export const findChromium = (): string => {
  const found = find();
  if (found) return found;
  // As root, the package can be installed without asking.
  if (isRoot && hasAptGet()) {
    process.stdout.write('Installing Chromium for the browser tests …\n');
    aptGet(['update']);
    aptGet(['install', '-y', '--no-install-recommends', 'chromium']);
    const installed = find();
    if (installed) return installed;
  }
  throw new Error('No Chromium found: install it (Debian: apt install chromium) or name one in CHROMIUM_PATH.');
};

/** Launch options that keep Chromium from contacting anything but the pages under test. */
export const chromiumOptions = (): LaunchOptions => ({
  executablePath: findChromium(),
  args: [
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
