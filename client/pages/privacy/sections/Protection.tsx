export const Protection = () => (
  <>
    <ul>
      <li>
        Access tokens of the platforms are encrypted with AES-256-GCM before they are stored. The key is not in the
        database, so a copy of the database alone does not reveal them.
      </li>
      <li>Passwords and reset codes are stored as argon2id hashes, session tokens as SHA-256 hashes.</li>
      <li>Each request can read and change only the data of the signed-in account.</li>
      <li>Attempts to sign in, to register and to reset a password are limited.</li>
      <li>
        The pages accept only scripts of this installation and of Google’s sign-in, and cannot be framed by other sites.
      </li>
    </ul>
    <p>
      Leadlight does not encrypt the rest of the database itself: names, leads and imports are protected by the server
      that stores them. As the operator, we are responsible for encrypted disks and backups, encrypted transport (HTTPS)
      and access to the server.
    </p>
    <p>If your data gets into the wrong hands, we notify you and the authorities as the law requires.</p>
  </>
);
