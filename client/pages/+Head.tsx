/** `theme.js` blocks on purpose: it sets the theme before anything is painted. */
export default function Head() {
  return (
    <>
      <script src="/theme.js" />
      <meta name="color-scheme" content="light dark" />
    </>
  );
}
