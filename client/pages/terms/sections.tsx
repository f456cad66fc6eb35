import type { LegalSection } from '#client/landing/LegalPage.tsx';
import { routes } from '#shared/routes.ts';

export const sections: readonly LegalSection[] = [
  {
    title: 'Agreement',
    body: (
      <p>
        By creating an account or using this installation of Leadlight you agree to these terms. If you use it for a
        company, you confirm that you may agree on its behalf. If you do not agree, do not use the service.
      </p>
    ),
  },
  {
    title: 'Who provides the service',
    body: (
      <p>
        Leadlight is self-hosted software. The service is provided by the operator of this installation, called
        &quot;we&quot; here. The authors of the software are not a party to this agreement.
      </p>
    ),
  },
  {
    title: 'What the service does',
    body: (
      <p>
        Leadlight connects to Google, Facebook and TikTok ad accounts with your permission, shows campaigns and figures
        for the days you choose, and exports the rows to Google Sheets. Features may be added or changed; we announce it
        when something you rely on goes away.
      </p>
    ),
  },
  {
    title: 'Your account',
    body: (
      <p>
        Give a working e-mail address and keep your name correct. An account is for one person. You must be of legal age
        to enter into this agreement.
      </p>
    ),
  },
  {
    title: 'Security of your account',
    body: (
      <p>
        Keep your password to yourself and choose one that you use nowhere else. Tell us at once when you think that
        someone else has used your account. Whatever is done with your sign-in counts as done by you until you have told
        us.
      </p>
    ),
  },
  {
    title: 'Connected platforms',
    body: (
      <p>
        You may connect only ad accounts that you are entitled to use. The terms of Google, Meta and TikTok apply beside
        these terms. A platform may limit, change or withdraw its interfaces at any time, and we cannot promise that it
        will not. You can end a connection whenever you like.
      </p>
    ),
  },
  {
    title: 'Acceptable use',
    body: (
      <>
        <p>You agree not to:</p>
        <ul>
          <li>break the law or the rights of others with what you do here;</li>
          <li>try to reach data of other accounts, or to get round limits and safeguards;</li>
          <li>put such a load on the service that others suffer from it;</li>
          <li>use it to send unsolicited messages to people.</li>
        </ul>
      </>
    ),
  },
  {
    title: 'Your data',
    body: (
      <p>
        Your data stays yours. You allow us to store and process it as far as it takes to provide the service, and for
        nothing else. Where your data is about other people, you are responsible for having the right to process it.
      </p>
    ),
  },
  {
    title: 'Exports and spreadsheets',
    body: (
      <p>
        An export is written to a spreadsheet in your own Google Drive, and you decide with whom you share it. Look at
        an export before you build decisions on it: figures of the platforms may be corrected by them for some days
        afterwards.
      </p>
    ),
  },
  {
    title: 'Privacy',
    body: (
      <p>
        What is stored, for how long, and how to have it deleted stands in our{' '}
        <a href={routes.privacyPolicy.path}>privacy notice</a>, which is part of these terms.
      </p>
    ),
  },
  {
    title: 'Prices and changes of price',
    body: (
      <>
        <p>
          Creating an account is free. If the operator of this installation charges for its use, the prices are those
          you agreed on with the operator.
        </p>
        <p>
          We give notice of a change of price at least 30 days before it takes effect, by e-mail or on this site. You
          may end your account before that day, and the old price holds until then.
        </p>
      </>
    ),
  },
  {
    title: 'Availability',
    body: (
      <p>
        We take care that the service runs and that no accepted data is lost, but we do not promise that it is available
        without interruption. Maintenance, failures of the network, and limits of the platforms can get in the way.
      </p>
    ),
  },
  {
    title: 'Intellectual property',
    body: (
      <p>
        The software is available under its open-source licence, which governs its copying and changing. Names and marks
        of Google, Meta, Facebook, Instagram and TikTok belong to their owners; Leadlight is not affiliated with or
        endorsed by them.
      </p>
    ),
  },
  {
    title: 'Suspension and termination',
    body: (
      <p>
        You may stop using the service and ask for deletion of your account at any time. We may suspend or end an
        account that breaks these terms, after a warning where that is reasonable. After the end your connections are
        removed and your data is deleted as the privacy notice says.
      </p>
    ),
  },
  {
    title: 'No warranty',
    body: (
      <p>
        As far as the law allows, the service is provided as it is. We do not warrant that figures received from the
        platforms are complete or right, nor that the service suits a particular purpose.
      </p>
    ),
  },
  {
    title: 'Limitation of liability',
    body: (
      <p>
        As far as the law allows, we are not liable for indirect loss such as lost profit or lost business. Nothing in
        these terms limits liability for intent, gross negligence, injury to life or health, or where the law forbids a
        limit.
      </p>
    ),
  },
  {
    title: 'Changes of these terms',
    body: (
      <p>
        New versions of these terms appear on this page with a new date. We announce changes that matter before they
        take effect. Whoever goes on using the service afterwards accepts them; whoever does not can end their account.
      </p>
    ),
  },
  {
    title: 'Governing law and contact',
    body: (
      <p>
        The law at the operator&apos;s seat applies, without taking away the protection that the law of your own country
        gives you as a consumer. Should a clause be void, the others still hold. Questions about these terms go to the
        operator of this installation.
      </p>
    ),
  },
];
