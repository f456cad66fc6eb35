import { routes } from '#shared/routes.ts';
import { ProductSketch } from './ProductSketch.tsx';

export const Hero = () => (
  <section className="border-b bg-surface">
    <div className="mx-auto grid max-w-6xl items-center gap-12 px-4 pt-12 pb-14 sm:px-6 md:pt-20 md:pb-24 lg:grid-cols-[1.05fr_1fr] lg:gap-16">
      <div>
        <h1 className="text-4xl leading-[1.1] font-semibold tracking-tight text-balance sm:text-5xl">
          Your ad campaigns, in one calm place
        </h1>
        <p className="mt-5 max-w-xl text-lg text-pretty text-muted">
          Connect your Google, Facebook and TikTok ad accounts, look at every campaign side by side, and send the rows
          to a Google Sheet, on a server that belongs to you.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <a
            href={routes.signIn.path}
            data-prefetch-app=""
            className="inline-flex h-12 items-center rounded-md bg-accent px-6 text-base font-medium text-on-accent hover:bg-accent-hover"
          >
            Get Started Free
          </a>
          <a
            href={routes.privacyPolicy.path}
            className="inline-flex h-12 items-center rounded-md border border-control px-6 text-base font-medium hover:bg-hover"
          >
            Learn More
          </a>
        </div>
      </div>
      <ProductSketch />
    </div>
  </section>
);
