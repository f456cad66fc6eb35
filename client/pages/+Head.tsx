import { themeColors } from '#shared/themeColors.ts';

/**
 * Icons and browser colors of every page. The icons have fixed names because browsers and search engines request some
 * of them without a link. `theme.js` blocks on purpose: it sets the theme before the first paint. It follows the theme
 * colors because it marks one of them.
 */
export default function Head() {
  return (
    <>
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content={themeColors.surface.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={themeColors.surface.dark} media="(prefers-color-scheme: dark)" />
      {/* Browsers with SVG support take the second icon. Without `sizes` on the first they would prefer the first. */}
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <script src="/theme.js" />
    </>
  );
}
