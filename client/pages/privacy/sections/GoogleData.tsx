import { Term, TermList } from '#client/landing/legal/TermList.tsx';

export const GoogleData = () => (
  <>
    <p>
      If you sign in with Google, Google sends us your name, your e-mail address and an identifier. We use them to find
      or create your account. If you connect Google, Leadlight asks for these permissions:
    </p>
    <TermList>
      <Term
        name={
          <>
            <code>openid</code>, <code>email</code>
          </>
        }
      >
        To know which Google account you connected, and to show it to you.
      </Term>
      <Term
        name={
          <code>
            https://
            <wbr />
            www.googleapis.com/
            <wbr />
            auth/adwords
          </code>
        }
      >
        To list your Google Ads accounts and to read their campaigns and figures. This permission would also allow
        changes; Leadlight only reads.
      </Term>
      <Term
        name={
          <code>
            https://
            <wbr />
            www.googleapis.com/
            <wbr />
            auth/drive.file
          </code>
        }
      >
        To create the spreadsheets of your exports in your Google Drive and to fill them. It gives access only to files
        that Leadlight has created, not to your other files. You can leave it out; exports are off then.
      </Term>
    </TermList>
    <p>
      A sheet that you import or sync is read as anyone with its link could read it. A private sheet is read through a
      service account, if this installation has one and you have shared the sheet with it. The service account has the
      permission{' '}
      <code className="text-sm wrap-anywhere">
        https://
        <wbr />
        www.googleapis.com/
        <wbr />
        auth/spreadsheets.readonly
      </code>
      , which cannot change a sheet.
    </p>
    <p>
      Data from Google Ads goes to your screen and into your own spreadsheets, and nowhere else. People read it only if
      you have agreed to it for certain data, for example when you ask us for help; if an investigation of abuse or of a
      security fault requires it; or if a law requires it.
    </p>
    <p>
      Leadlight’s use and transfer to any other app of information received from Google APIs will adhere to the{' '}
      <a href="https://developers.google.com/terms/api-services-user-data-policy">
        Google API Services User Data Policy
      </a>
      , including the Limited Use requirements.
    </p>
  </>
);
