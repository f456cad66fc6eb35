import { messages } from '#shared/messages.ts';
import { LogoMark } from './LogoMark.tsx';

/** What a person gets when a page could not be rendered. */
export const ServerFault = () => (
  <main className="grid min-h-dvh place-items-center px-6 py-16">
    <div className="text-center">
      <LogoMark className="mx-auto size-8" />
      <h1 className="mt-8 text-2xl font-semibold tracking-tight">This page could not be shown</h1>
      <p className="mx-auto mt-2 max-w-sm text-base text-muted">{messages.server.unexpected}</p>
    </div>
  </main>
);
