import { themeColors } from '#shared/themeColors.ts';

/**
 * What every page has: its icons and the colours of what surrounds it. The icons have fixed names, because browsers and
 * search engines ask for some of them unasked. `theme.js` blocks on purpose: it sets the theme before anything is painted,
 * and stands behind the colours of which it marks one.
 */
export default function Head() {
  return (
    <>
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content={themeColors.surface.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={themeColors.surface.dark} media="(prefers-color-scheme: dark)" />
      {/* Browsers that know SVG take the second; one that is not told the size of the first would prefer that one. */}
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <script src="/theme.js" />
    </>
  );
}
