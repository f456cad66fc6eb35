export const Recipients = () => (
  <>
    <ul>
      <li>
        The platforms that you connect receive the requests that we make in your name, and the address for their
        notifications of new leads.
      </li>
      <li>
        Google receives the rows of an export, into your own Google Drive. People with whom you share the spreadsheet
        can read them.
      </li>
      <li>Google learns that you sign in here, if you sign in with Google.</li>
      <li>Our mail service receives your e-mail address with a reset code, or when your password has changed.</li>
      <li>The provider that hosts our server, its database and its backups acts on our instructions.</li>
      <li>Authorities and courts, where a law requires it.</li>
    </ul>
    <p>
      Nobody else receives data. Other users of this installation do not see yours. As the operator, we can technically
      access the database, and do so only to run the service or to answer your requests.
    </p>
    <p>
      Google, Meta and TikTok may process data in other countries, including the United States. Their own policies say
      on what basis. Ask us in which country our server is.
    </p>
  </>
);
