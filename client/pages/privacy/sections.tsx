import type { LegalSection } from '#client/landing/LegalPage.tsx';

export const sections: readonly LegalSection[] = [
  {
    title: 'Who is responsible',
    body: (
      <p>
        Leadlight is software that runs on a server of its operator: the company or person who gave you this address.
        The operator decides who gets an account, keeps the server and its backups, and is responsible for the data
        described here. The authors of the software have no access to this installation and receive nothing from it.
      </p>
    ),
  },
  {
    title: 'What we store about you',
    body: (
      <ul>
        <li>Your account: name, e-mail address, role and the default ad accounts you chose.</li>
        <li>
          Your password as an argon2id hash, never as text. If you sign in with Google instead, we keep the identifier
          that Google gives us for your account.
        </li>
        <li>Session tokens and one-time codes, as hashes with an end date.</li>
        <li>
          Connections to Google, Facebook and TikTok: the access tokens you granted, encrypted, with the permissions
          they carry and the time they end.
        </li>
        <li>The lists of ad accounts that a connection gives access to: identifiers, names, currencies.</li>
        <li>Advertising figures that you asked to see, per ad account and day.</li>
        <li>Exports: what was exported when, how far it got, and the address of the spreadsheet.</li>
        <li>Notifications about connections and exports, so that you can read those you missed.</li>
      </ul>
    ),
  },
  {
    title: 'Where the data comes from',
    body: (
      <p>
        You type in your account data yourself. Everything about advertising comes from the platforms you connect, over
        their official interfaces, after you have agreed in their own window. We cannot see your password for any of
        these platforms. Without a connection, no data is fetched.
      </p>
    ),
  },
  {
    title: 'What we use it for',
    body: (
      <>
        <p>
          To sign you in, to show you your campaigns and figures, to write the spreadsheets you ask for, and to tell you
          when they are ready or when a connection needs your attention.
        </p>
        <p>
          We do not sell data, do not use it for advertising, do not build profiles of people, and do not use it to
          train models. Nothing here decides anything about you automatically.
        </p>
      </>
    ),
  },
  {
    title: 'Data from Google',
    body: (
      <>
        <p>
          With your consent Leadlight reads your Google Ads accounts and creates and fills spreadsheets in your Google
          Drive. It uses no other data of your Google account than your name, e-mail address and identifier for signing
          in.
        </p>
        <p>
          Leadlight&apos;s use and transfer of information received from Google APIs to any other app will adhere to the{' '}
          <a href="https://developers.google.com/terms/api-services-user-data-policy">
            Google API Services User Data Policy
          </a>
          , including the Limited Use requirements.
        </p>
      </>
    ),
  },
  {
    title: 'Data from Meta and TikTok',
    body: (
      <p>
        From Facebook and TikTok we read the ad accounts you may use and their campaigns, ads and figures. This data is
        shown to you and written to your exports, and to nobody else. It is used within the terms that Meta and TikTok
        set for their developer platforms. You can withdraw the permission at any time, here or in the settings of the
        platform.
      </p>
    ),
  },
  {
    title: 'How data is protected',
    body: (
      <>
        <p>
          Platform tokens are encrypted with AES-256-GCM before they are stored; the key is kept apart from the
          database. Passwords, session tokens and one-time codes exist only as hashes. Neither appears in logs, error
          messages or answers of the server.
        </p>
        <p>
          Each account sees its own data only. Pages are protected by a strict content security policy, and connections
          from outside should always use TLS, which the operator sets up.
        </p>
      </>
    ),
  },
  {
    title: 'Who else receives data',
    body: (
      <ul>
        <li>The platforms you connect, in so far as we ask them for your data in your name.</li>
        <li>Google, when you export: the rows of the export go to a spreadsheet in your own Google Drive.</li>
        <li>The operator&apos;s mail service, for one-time codes.</li>
        <li>Whoever hosts the operator&apos;s server, as a processor.</li>
      </ul>
    ),
  },
  {
    title: 'Browser storage and cookies',
    body: (
      <p>
        Leadlight sets no advertising or analytics cookies. Your browser&apos;s local storage keeps your session, the
        state of the sidebar and your choice between light and dark. While you connect a platform, a short-lived cookie
        makes sure that the answer belongs to your browser. If Google sign-in is offered, its script is loaded from
        Google on the sign-in and registration screens, and Google may set cookies of its own there.
      </p>
    ),
  },
  {
    title: 'How long we keep it, and deletion',
    body: (
      <>
        <p>
          Sessions end after seven days at the latest, one-time codes after ten minutes. When you disconnect a platform,
          its tokens are deleted. Your account and what belongs to it (connections, ad account lists, figures, exports,
          notifications) stay until you ask the operator to delete them. Backups are overwritten in the operator&apos;s
          cycle.
        </p>
        <p>
          Spreadsheets that Leadlight has created are yours: they stay in your Google Drive until you delete them there.
        </p>
      </>
    ),
  },
  {
    title: 'Your rights, contact and changes',
    body: (
      <>
        <p>
          You may ask for a copy of your data, have it corrected or deleted, restrict or object to its use, take it with
          you, and complain to a data protection authority. Write to the operator of this installation, from the e-mail
          address of your account, so that it is clear that the request is yours.
        </p>
        <p>
          When this policy changes, the new text appears here with a new date. Changes that reduce your rights are
          announced before they take effect.
        </p>
      </>
    ),
  },
];
