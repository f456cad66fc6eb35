import { routes } from '#shared/routes.ts';
import { ActionLink } from './ActionLink.tsx';
import { SectionHeading } from './SectionHeading.tsx';

export const CallToAction = () => (
  <section aria-labelledby="call-to-action" className="border-t bg-accent-tint">
    <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-8 px-4 py-14 sm:px-6 md:py-16">
      <div>
        <SectionHeading id="call-to-action" title="Bring your ad accounts together">
          An account takes a minute; the first table another one.
        </SectionHeading>
      </div>
      <ActionLink look="primary" href={routes.register.path} data-leads-in="">
        Create an account
      </ActionLink>
    </div>
  </section>
);
