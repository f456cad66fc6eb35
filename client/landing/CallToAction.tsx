import { routes } from '#shared/routes.ts';

export const CallToAction = () => (
  <section aria-labelledby="call-to-action" className="bg-accent-tint border-t">
    <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-6 px-4 py-12 sm:px-6 md:py-16">
      <div>
        <h2 id="call-to-action" className="text-2xl font-semibold tracking-tight sm:text-3xl">
          Bring your ad accounts together
        </h2>
        <p className="text-muted mt-2 text-base">An account takes a minute; the first table another one.</p>
      </div>
      <a
        href={routes.register.path}
        data-prefetch-app=""
        className="bg-accent text-on-accent hover:bg-accent-hover inline-flex h-12 items-center rounded-md px-6 text-base font-medium"
      >
        Create an account
      </a>
    </div>
  </section>
);
