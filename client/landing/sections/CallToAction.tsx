import type { Registration } from '#shared/registration.ts';
import { routes } from '#shared/routes.ts';
import { ActionLink } from './ActionLink.tsx';
import { SectionHeading } from './SectionHeading.tsx';

const signIn = { path: routes.signIn.path, label: 'Sign in' };

const actions: Record<Registration, { text: string; path: string; label: string }> = {
  open: {
    text: 'An account takes a minute; the first table another one.',
    path: routes.register.path,
    label: 'Create an account',
  },
  invite: { text: 'Registration is by invitation here. Open your link to create an account.', ...signIn },
  closed: { text: 'Registration is closed here. If you have an account, sign in.', ...signIn },
};

export const CallToAction = ({ registration }: { registration: Registration }) => {
  const { text, path, label } = actions[registration];
  return (
    <section aria-labelledby="call-to-action" className="border-t bg-accent-tint">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-8 px-4 py-14 sm:px-6 md:py-16">
        <div>
          <SectionHeading id="call-to-action" title="Bring your ad accounts together">
            {text}
          </SectionHeading>
        </div>
        <ActionLink look="primary" href={path} data-leads-in="">
          {label}
        </ActionLink>
      </div>
    </section>
  );
};
