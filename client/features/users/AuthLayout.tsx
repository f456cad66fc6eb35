import type { ReactNode } from 'react';
import { useDocumentTitle } from '#client/lib/useDocumentTitle.ts';
import { LogoMark } from '#client/landing/LogoMark.tsx';
import { Badge } from '#client/components/Badge.tsx';
import { clientConfig } from '#client/lib/config.ts';
import { routes } from '#shared/routes.ts';

type AuthLayoutProps = {
  title: string;
  subtitle: string;
  /** Under the card: the way to the other screens. */
  footer: ReactNode;
  children: ReactNode;
};

/** The frame of the screens before the sign-in. */
export const AuthLayout = ({ title, subtitle, footer, children }: AuthLayoutProps) => {
  useDocumentTitle(title);
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(2rem,12vh)] pb-10">
      <a
        href={routes.landing.path}
        className="mb-6 flex items-center gap-2 rounded-md text-base font-semibold tracking-tight"
      >
        <LogoMark className="size-7" />
        Leadlight
      </a>
      <div className="w-full max-w-100 rounded-lg border border-hairline bg-surface p-5 sm:p-7">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-1 mb-5 text-muted">{subtitle}</p>
        {children}
      </div>
      <div className="mt-5 text-muted">{footer}</div>
      {clientConfig().isSandbox && (
        <div className="mt-6">
          <Badge tone="warning" title="Google, Facebook and TikTok are played by the sandbox">
            Sandbox
          </Badge>
        </div>
      )}
    </main>
  );
};
