import { routes } from '#shared/routes.ts';

export const CallToAction = () => (
  <section aria-labelledby="call-to-action" className="border-t bg-accent-tint">
    <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-6 px-4 py-12 sm:px-6 md:py-16">
      <div>
        <h2 id="call-to-action" className="text-2xl font-semibold tracking-tight sm:text-3xl">
          Bring your ad accounts together
        </h2>
        <p className="mt-2 text-base text-muted">An account takes a minute; the first table another one.</p>
      </div>
      <a
        href={routes.register.path}
        data-prefetch-app=""
        className="inline-flex h-12 items-center rounded-md bg-accent px-6 text-base font-medium text-on-accent hover:bg-accent-hover"
      >
        Create an account
      </a>
    </div>
  </section>
);
