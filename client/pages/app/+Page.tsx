import '#client/styles/app.css';

/** Content of the shell until the app has started. */
export default function Page() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <output className="animate-appear text-muted">Loading…</output>
      <noscript>
        <p className="p-6">Leadlight needs JavaScript for its signed-in screens. Please switch it on and reload.</p>
      </noscript>
    </main>
  );
}
