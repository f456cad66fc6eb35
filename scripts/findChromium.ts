import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { LaunchOptions } from '@playwright/test';

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

/** As root on Debian or a derivative, the package can be installed without asking. */
const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * The browser for tests: CHROMIUM_PATH, Playwright's, the system's, or else Debian's package, installed if possible.
 * @throws an error that says what to install
 */
export const findChromium = (): string => {
  const found = find();
  if (found) return found;
  if (canInstall()) {
    process.stdout.write('Installing Chromium for the browser tests …\n');
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'] as const,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    execFileSync('apt-get', ['update', '-qq'], { ...options, stdio: [...options.stdio] });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      ...options,
      stdio: [...options.stdio],
    });
    const installed = find();
    if (installed) return installed;
  }
  throw new Error('No Chromium found: install it (Debian: apt install chromium) or name one in CHROMIUM_PATH.');
};

/** Launch options that keep Chromium from contacting anything but the pages under test. */
export const chromiumOptions = (): LaunchOptions => ({
  executablePath: findChromium(),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
