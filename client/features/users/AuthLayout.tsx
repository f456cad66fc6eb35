import type { ReactNode } from 'react';
import { useDocumentTitle } from '#client/lib/hooks/useDocumentTitle.ts';
import { LogoMark } from '#client/components/marks/LogoMark.tsx';
import { Badge } from '#client/components/values/Badge.tsx';
import { clientConfig } from '#client/lib/config.ts';
import { routes } from '#shared/routes.ts';

type AuthLayoutProps = {
  title: string;
  subtitle: string;
  /** Below the card: links to the other screens. */
  footer: ReactNode;
  children: ReactNode;
};

/* Public pages are separate documents, so they need plain links. */
const publicPages = [
  [routes.landing.path, 'Home'],
  [routes.privacyPolicy.path, 'Privacy Policy'],
  [routes.termsOfService.path, 'Terms & Conditions'],
] as const;

/** Frame of the screens before the sign-in. */
export const AuthLayout = ({ title, subtitle, footer, children }: AuthLayoutProps) => {
  useDocumentTitle(title);
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 pt-[max(1.5rem,9vh)]">
      <header className="mb-6 flex items-center gap-3">
        <a
          href={routes.landing.path}
          className="flex items-center gap-2 rounded-md text-base font-semibold tracking-tight"
        >
          <LogoMark className="size-7" />
          Leadlight
        </a>
        {clientConfig().isSandbox && (
          <Badge tone="warning" title="Google, Facebook and TikTok are simulated by the sandbox">
            Sandbox
          </Badge>
        )}
      </header>
      <main className="flex w-full max-w-100 flex-col items-center">
        <div className="w-full rounded-lg border border-hairline bg-surface p-5 sm:p-7">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          <p className="mt-1 mb-5 text-pretty text-muted">{subtitle}</p>
          {children}
        </div>
        <div className="mt-5 text-center text-muted">{footer}</div>
      </main>
      <footer className="mt-auto flex flex-wrap justify-center gap-x-5 gap-y-1 pt-8 pb-5 text-[13px] text-muted">
        {publicPages.map(([path, label]) => (
          <a key={path} href={path} className="rounded-sm py-1 hover:text-fg hover:underline pointer-coarse:py-2.5">
            {label}
          </a>
        ))}
      </footer>
    </div>
  );
};
