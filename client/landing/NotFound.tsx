/**
 * The not-found page of server and app. The app passes `onGoBack` (see `goBack.ts`). On the server's page the button
 * stays hidden until the page's script enables it.
 */
export const NotFound = ({ onGoBack }: { onGoBack?: () => void }) => (
  <main id="content" className="relative grid min-h-[75dvh] flex-1 place-items-center px-4 py-12">
    <div className="text-center">
      <div className="text-8xl font-semibold tracking-tight text-accent-text tabular-nums sm:text-9xl">404</div>
      <h1 className="mt-4 text-2xl font-semibold tracking-tight">Oops! Page not found</h1>
      <p className="mx-auto mt-2 max-w-sm text-base text-muted">
        The page you&apos;re looking for doesn&apos;t exist or has been moved.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <a
          href="/"
          className="inline-flex h-11 items-center rounded-md border border-transparent bg-accent px-5 text-sm font-medium text-on-accent hover:bg-accent-hover"
        >
          Go to Home
        </a>
        <button
          type="button"
          data-go-back=""
          hidden={onGoBack === undefined}
          onClick={onGoBack}
          className="inline-flex h-11 items-center rounded-md border border-control px-5 text-sm font-medium hover:bg-hover"
        >
          Go Back
        </button>
      </div>
    </div>
  </main>
);
