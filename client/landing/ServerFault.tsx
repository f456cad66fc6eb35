import { messages } from '#shared/messages.ts';

/** What a person gets when a page could not be rendered. */
export const ServerFault = () => (
  <main id="content" className="relative grid min-h-[75dvh] flex-1 place-items-center px-4 py-12">
    <div className="text-center">
      <p className="text-8xl font-semibold tracking-tight text-accent-text tabular-nums sm:text-9xl">500</p>
      <h1 className="mt-4 text-2xl font-semibold tracking-tight">This page could not be shown</h1>
      <p className="mx-auto mt-2 max-w-sm text-base text-muted">{messages.server.unexpected}</p>
    </div>
  </main>
);
