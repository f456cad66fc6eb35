import type { LegalSection } from '#client/landing/LegalPage.tsx';
import type { SiteInfo } from '#shared/siteInfo.ts';

/** Terms about the service and its use. */
export const useOfService = (site: SiteInfo): readonly LegalSection[] => [
  {
    title: 'The agreement',
    body: (
      <>
        <p>
          “We” are the operator of this installation: the person or organization that runs Leadlight at{' '}
          <span className="wrap-anywhere">{site.origin}</span>. “You” are the person with the account and, if you use it
          for an organization, that organization. The authors of the software are not a party to this agreement.
        </p>
        <p>
          By creating an account you agree to these terms. If you do so for an organization, you confirm that you are
          authorized to. If you and we have another written agreement, it takes precedence.
        </p>
      </>
    ),
  },
  {
    title: 'The service',
    body: (
      <>
        <p>With your permission, Leadlight</p>
        <ul>
          <li>shows the campaigns and figures of your ad accounts at Google, Facebook and TikTok;</li>
          <li>collects the leads of your Facebook and TikTok lead forms;</li>
          <li>imports leads from files and Google Sheets, and keeps shared sheets in sync;</li>
          <li>exports what you see to Google Sheets.</li>
        </ul>
        <p>
          A platform works only if we have set it up. Functions of the service may be added or removed. Before we remove
          one that you rely on, we notify you in good time.
        </p>
      </>
    ),
  },
  {
    title: 'Your account',
    body: (
      <>
        <p>
          An account is for one adult person. Register with your own name and an e-mail address that you can read: reset
          codes are sent there.
        </p>
        <p>
          Choose a password that you use nowhere else, and share neither it nor your session. If you think that another
          person has used your account, change the password, which signs out all other sessions, and notify us. You are
          responsible for what others do with your account as far as you made it possible.
        </p>
      </>
    ),
  },
  {
    title: 'Acceptable use',
    body: (
      <>
        <p>You agree not to</p>
        <ul>
          <li>break the law, or the rights of others, with what you do here;</li>
          <li>try to access data of other accounts, or bypass limits and safeguards;</li>
          <li>put a load on the service that harms others;</li>
          <li>send people messages that they did not agree to, with leads from here;</li>
          <li>resell access to this installation without our consent.</li>
        </ul>
        <p>
          If you find a security fault, report it to us before anyone else, and go no further than needed to demonstrate
          it. We take no action against those who do so in good faith.
        </p>
      </>
    ),
  },
  {
    title: 'Connected platforms',
    body: (
      <>
        <p>
          Connect only ad accounts, Pages and spreadsheets that you are entitled to use. You act on each platform under
          your own agreement with it: the terms of <a href="https://policies.google.com/terms">Google</a>,{' '}
          <a href="https://www.facebook.com/legal/terms">Meta</a> and <a href="https://www.tiktok.com/legal">TikTok</a>{' '}
          for their users and advertisers also apply.
        </p>
        <p>
          The platforms are not ours. They may limit, change or end what they let Leadlight read, and may correct their
          figures for days. You can disconnect at any time in Settings. A connection that a platform has revoked works
          again once you grant access again.
        </p>
      </>
    ),
  },
  {
    title: 'Leads and consent',
    body: (
      <>
        <p>
          Leads are people. For every lead that you collect, import or sync, you decide why and how it is used, and you
          are responsible to that person. So you make sure that
        </p>
        <ul>
          <li>your forms say what happens with the answers, and link to your own privacy policy;</li>
          <li>you have a legal ground, such as consent, before you store leads and before you contact them;</li>
          <li>you ask for no more than you need, and for no sensitive data without the required consent;</li>
          <li>you answer people who want to see, correct or delete their data, or no longer want to be contacted.</li>
        </ul>
        <p>
          We store leads on your behalf and on your instructions, keep them confidential, and help you answer such
          requests. If the law requires a data processing agreement, ask us for one before you collect leads.
        </p>
      </>
    ),
  },
];
