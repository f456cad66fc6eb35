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
          for an organization, that organization. The authors of the software are no party to this agreement.
        </p>
        <p>
          By creating an account you agree to these terms. If you do so for an organization, you confirm that you may.
          What you and we have agreed in writing besides comes first where it differs.
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
          <li>imports leads from CSV files and Google Sheets, and keeps shared sheets in sync;</li>
          <li>exports what you see to Google Sheets.</li>
        </ul>
        <p>
          A platform works only where we have set it up. The service may gain and lose functions; before one goes that
          you rely on, we tell you in good time.
        </p>
      </>
    ),
  },
  {
    title: 'Your account',
    body: (
      <>
        <p>
          An account is for one person, who has to be of full age. Register with your own name and an e-mail address
          that you can read: reset codes go there.
        </p>
        <p>
          Choose a password that you use nowhere else, and give neither it nor your session to anyone. If you think that
          somebody else has used your account, change the password, which signs out all other sessions, and tell us. You
          answer for what others do with your account as far as you made it possible.
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
          <li>reach for data of other accounts, or get round limits and safeguards;</li>
          <li>put a load on the service that others suffer from;</li>
          <li>send people messages that they did not agree to, with leads from here;</li>
          <li>resell access to this installation without our consent.</li>
        </ul>
        <p>
          If you find a security fault, tell us before you tell others, and look no further than it takes to show it. We
          take no action against those who do so in good faith.
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
          for their users and advertisers apply beside these.
        </p>
        <p>
          The platforms are not ours. They may limit, change or end what they let Leadlight read, and their figures may
          be corrected for days afterwards. You can disconnect at any time in Settings. A connection that a platform has
          ended works again once you grant access anew.
        </p>
      </>
    ),
  },
  {
    title: 'Leads and consent',
    body: (
      <>
        <p>
          Leads are people. For every lead that you collect, import or keep in sync, you decide why and how it is used,
          and you are responsible to that person. So you make sure that
        </p>
        <ul>
          <li>your forms say what happens with the answers, and link to your own privacy policy;</li>
          <li>you have a legal ground, such as consent, before you store leads and before you contact them;</li>
          <li>you ask for no more than you need, and for no sensitive facts without the consent that those need;</li>
          <li>you answer people who want to see, correct or delete their data, or want to hear no more from you.</li>
        </ul>
        <p>
          We store leads on your behalf and on your instructions, keep them confidential, and help you to answer such
          requests. Where the law asks for a data processing agreement, ask us for one before you collect leads.
        </p>
      </>
    ),
  },
];
