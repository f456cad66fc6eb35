import '#client/styles/landing.css';
import { usePageContext } from 'vike-react/usePageContext';
import { LegalPage } from '#client/landing/LegalPage.tsx';
import { formatDay } from '#client/landing/legal/formatDay.ts';
import { InShort } from '#client/landing/legal/InShort.tsx';
import { textDates } from '#shared/publicPages.ts';
import { routes } from '#shared/routes.ts';
import { privacySections } from './privacySections.tsx';

const { path } = routes.privacyPolicy;

export default function Page() {
  const { site } = usePageContext();
  return (
    <LegalPage
      currentPath={path}
      title="Privacy Policy"
      updated={formatDay(textDates[path])}
      intro={
        <>
          <p>
            Leadlight is software that an operator runs on their own server. This policy says what this installation
            stores, why, for how long, and what you can do about it.
          </p>
          <InShort>
            <li>
              The operator of this installation is responsible for your data. The authors of the software receive none
              of it.
            </li>
            <li>
              We store your account, your connections, the figures of your campaigns, your leads and your imports.
            </li>
            <li>
              Access tokens of Google, Facebook and TikTok are encrypted. Passwords, session tokens and codes are stored
              only as hashes.
            </li>
            <li>No advertising, no analytics, no sale of data, no training of AI models.</li>
            <li>
              You can disconnect a platform, erase a person among your leads and delete your account yourself, at any
              time.
            </li>
          </InShort>
        </>
      }
      sections={privacySections(site)}
    />
  );
}
